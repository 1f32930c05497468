import type { Headers } from './message.ts'

const name = 'x-nimbo-not-begun'

/** Headers of a 503 from a process that cannot serve yet: the request was not started. */
export const notBegun: Headers = { 'retry-after': '1', [name]: 'starting' }

/** Whether the reply says that the request was not started. */
export const isNotBegun = (headers: Headers): boolean => headers[name] !== undefined
