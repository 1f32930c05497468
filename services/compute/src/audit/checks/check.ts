import type { Census } from '../census.ts'
import type { Finding } from '../finding.ts'

/** Looks for one sort of untidiness in what was seen. */
export type Check = (census: Census) => readonly Finding[]
