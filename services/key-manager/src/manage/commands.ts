import { UserError } from '@nimbo/kernel/user-error'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import {
  configuredMasterKeys,
  kekDirectory,
  masterKeysIn,
  type ReadMasterKeys,
  rotateMasterKeys,
} from '../app/sealing/master-keys.ts'
import { makeKek } from '../app/sealing/vault.ts'
import { barbicanOptions } from '../config.ts'
import { migrations } from '../db/migrations.ts'
import { isSealedBy } from '../db/project-keks.ts'
import type { KeyTables } from '../db/tables.ts'
import { removeExpired } from './remove-expired.ts'
import { resealKeks, resealSecrets } from './reseal.ts'

type Managed = Parameters<ServiceCommand['run']>[1]

const configuredKeks = (managed: Managed): readonly string[] =>
  managed.read(barbicanOptions).simple_crypto_plugin.kek

const masterKeysOf = async (managed: Managed): Promise<ReadMasterKeys> => {
  const kek = configuredKeks(managed)
  return kek.length > 0 ? configuredMasterKeys(kek) : masterKeysIn(await managed.directory(kekDirectory))
}

const openBooks = (managed: Managed) => managed.databases().openDatabase<KeyTables>('barbican', migrations)

const rewrapKeks: ServiceCommand = {
  name: 'simple_crypto rewrap_pkek',
  summary: "Encrypts all projects' keys (pKEK) with the newest master key (KEK).",
  options: {},
  run: async (_, managed, say) => {
    const count = await resealKeks(await openBooks(managed), await (await masterKeysOf(managed))())
    say(`${count} keys of projects have been sealed anew.\n`)
    return 0
  },
}

const rotate: ServiceCommand = {
  name: 'simple_crypto rotate_kek',
  summary: "Creates a master key (KEK), and encrypts all projects' keys with it.",
  details:
    'Running processes use it at once. If the master keys are in barbican.conf ([simple_crypto_plugin] kek), put a new one before them there instead, restart the API and run "simple_crypto rewrap_pkek".',
  options: {},
  run: async (_, managed, say) => {
    if (configuredKeks(managed).length > 0)
      throw new UserError('the keys are in barbican.conf; put a new one before them there')
    const directory = await managed.directory(kekDirectory)
    const masterKeys = await masterKeysIn(directory)
    const db = await openBooks(managed)
    await rotateMasterKeys(directory, (id) => isSealedBy(db, id))
    const count = await resealKeks(db, await masterKeys())
    say(`The key has been rotated; ${count} keys of projects have been sealed anew.\n`)
    return 0
  },
}

const project = {
  project: {
    type: 'string',
    value: 'PROJECT_ID',
    help: 'the project to which the secrets belong',
    required: true,
  },
} as const

const newKek: ServiceCommand = {
  name: 'simple_crypto new_pkek',
  summary: 'Creates a new key (pKEK) of a project, which encrypts its secrets from now on.',
  options: project,
  run: async (given, managed, say) => {
    const [master] = await (await masterKeysOf(managed))()
    const { clock } = managed.databases()
    await makeKek(await openBooks(managed), master, given.text('project') ?? '', clock)
    say('The project has a new key.\n')
    return 0
  },
}

const rewrapSecrets: ServiceCommand = {
  name: 'simple_crypto rewrap_secrets',
  summary: 'Encrypts all secrets of a project again with its newest key (pKEK).',
  options: project,
  run: async (given, managed, say) => {
    const masters = await (await masterKeysOf(managed))()
    const count = await resealSecrets(await openBooks(managed), masters, given.text('project') ?? '')
    say(`${count} secrets have been sealed anew.\n`)
    return 0
  },
}

const usualDays = 90
const dayMs = 86_400_000

const daysOf = (text: string | undefined): number => {
  if (text === undefined) return usualDays
  if (!/^\d{1,5}$/.test(text)) throw new UserError(`--min-days takes a whole number of days, not ${text}`)
  return Number(text)
}

const clean: ServiceCommand = {
  name: 'db clean',
  summary: 'Removes secrets that have expired.',
  details:
    'They can no longer be read or deleted by anybody, but count towards the quota of their project. What users delete is removed at once.',
  options: {
    'min-days': {
      type: 'string',
      value: 'DAYS',
      help: `remove only those that expired at least so many days ago; ${usualDays} by default`,
    },
  },
  run: async (given, managed, say) => {
    const { clock } = managed.databases()
    const before = new Date(clock.now() - daysOf(given.text('min-days')) * dayMs).toISOString()
    const count = await removeExpired(await openBooks(managed), before)
    say(`${count} expired secrets have been removed.\n`)
    return 0
  },
}

/** Management commands for keys. */
export const commands: readonly ServiceCommand[] = [clean, rotate, rewrapKeks, newKek, rewrapSecrets]
