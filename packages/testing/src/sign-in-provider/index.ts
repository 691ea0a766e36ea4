/** `@utpid/testing/sign-in-provider`: a real OpenID Connect provider on this machine. */
export { type TestPerson, TestProvider, type TestProviderOptions } from './test-provider.ts'
