// In a long run the suite compares a thousand random histories, with reopening between steps.
import './durable-storage.test.ts'
