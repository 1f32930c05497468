import type { Headers } from './message.ts'

const name = 'x-nimbo-not-begun'

/** What a process says with a 503 that it answers before it can serve: the request changed nothing, whatever it was. */
export const notBegun: Headers = { 'retry-after': '1', [name]: 'starting' }

/** Whether a reply says that its request changed nothing. */
export const isNotBegun = (headers: Headers): boolean => headers[name] !== undefined
