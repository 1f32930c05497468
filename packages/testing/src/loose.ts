/** A part of a reply, for tests that read it without types: any property may be accessed, and a test fails when it is missing. */
// biome-ignore lint/suspicious/noExplicitAny: a type would claim what the test is there to find out
export type Loose = any
