// In a long run the suite compares a thousand random histories.
import './memory-storage.test.ts'
