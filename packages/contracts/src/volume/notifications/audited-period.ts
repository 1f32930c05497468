import { Type } from 'typebox'

/** The period that an audit of usage is about. */
export const auditedPeriod = { audit_period_beginning: Type.String(), audit_period_ending: Type.String() }
