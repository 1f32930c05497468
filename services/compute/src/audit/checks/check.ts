import type { Census } from '../census.ts'
import type { Finding } from '../finding.ts'

/** Looks for one kind of problem. */
export type Check = (census: Census) => readonly Finding[]
