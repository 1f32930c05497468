import { Type } from 'typebox'

/** The period of a usage audit. */
export const auditedPeriod = { audit_period_beginning: Type.String(), audit_period_ending: Type.String() }
