import { messageOf } from '@nimbo/kernel/errors'
import type { LimitsInIdentity, NamedLimits } from './limits-in-identity.ts'

export interface CopyOrder {
  /** The limits in compute's database, by their names in identity. */
  readonly defaults: NamedLimits
  readonly project: { readonly id: string; readonly limits: NamedLimits } | undefined
  readonly isDryRun: boolean
}

export interface Copied {
  /** All registered limits afterwards; in a dry run, as if they had been created. */
  readonly registered: NamedLimits
  readonly failures: readonly string[]
}

/** Creates the limits that do not exist yet; resolves to those that could not be created, with the reason. */
const addMissing = async (
  what: string,
  wanted: NamedLimits,
  existing: NamedLimits,
  {
    isDryRun,
    create,
    tell,
  }: {
    readonly isDryRun: boolean
    readonly create: (name: string, limit: number) => Promise<void>
    readonly tell: (line: string) => void
  },
): Promise<ReadonlyMap<string, string>> => {
  const failures = new Map<string, string>()
  for (const [name, limit] of Object.entries(wanted)) {
    if (name in existing) {
      tell(`${what} ${name} = ${existing[name]} exists already`)
      continue
    }
    tell(`${isDryRun ? '[dry-run] Would create' : 'Creating'} ${what} ${name} = ${limit}`)
    if (isDryRun) continue
    try {
      await create(name, limit)
    } catch (error) {
      failures.set(name, `${what} ${name} could not be created: ${messageOf(error)}`)
    }
  }
  return failures
}

/** Copies limits to identity, where existing ones stay as they are. A limit that cannot be created does not stop the others. */
export const copyLimits = async (
  identity: LimitsInIdentity,
  { defaults, project, isDryRun }: CopyOrder,
  tell: (line: string) => void,
): Promise<Copied> => {
  const before = await identity.registered()
  const create = identity.register
  const failed = await addMissing('default limit', defaults, before, { isDryRun, create, tell })
  const made = Object.entries(defaults).filter(([name]) => !failed.has(name))
  const registered = { ...Object.fromEntries(made), ...before }
  if (project === undefined) return { registered, failures: [...failed.values()] }
  const ofProject = await addMissing(
    `limit of project ${project.id}`,
    project.limits,
    await identity.ofProject(project.id),
    { isDryRun, create: (name, limit) => identity.limitProject(project.id, name, limit), tell },
  )
  return { registered, failures: [...failed.values(), ...ofProject.values()] }
}
