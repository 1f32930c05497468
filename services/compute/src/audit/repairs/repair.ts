import type { Context } from '@nimbo/kernel/context'
import type { AuditDeps } from '../audit-deps.ts'
import type { Finding } from '../finding.ts'

/** Puts a finding right, by operations that bear repeating. */
export type Repair = (deps: AuditDeps, ctx: Context, finding: Finding) => Promise<void>
