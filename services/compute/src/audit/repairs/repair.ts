import type { Context } from '@nimbo/kernel/context'
import type { AuditDeps } from '../audit-deps.ts'
import type { Finding } from '../finding.ts'

/** Repairs a finding with idempotent operations. */
export type Repair = (deps: AuditDeps, ctx: Context, finding: Finding) => Promise<void>
