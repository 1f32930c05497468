import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '@nimbo/kernel/user-error'
import {
  type AdminAccount,
  type AskedService,
  fromConfiguration,
  fromStateDirectory,
} from './admin-account.ts'
import { defaultStateDirectory } from '../state-directory.ts'

/** The account that an embedded cloud gave to a service. */
const ofEmbeddedCloud = async (service: string, stateDir: string): Promise<AdminAccount | undefined> => {
  const admin = await fromStateDirectory(stateDir)
  const text = await readFile(join(stateDir, 'secrets.json'), 'utf8').catch(() => undefined)
  if (admin === undefined || text === undefined) return undefined
  const secrets: Readonly<Record<string, unknown>> = JSON.parse(text)
  const password = secrets[`${service}-password`]
  if (typeof password !== 'string') return undefined
  return { ...admin, username: service, password, projectName: 'service' }
}

/**
 * The service's own account, with which commands do what only services may do: that of the embedded cloud given by its state
 * directory; `[keystone_authtoken]` of the configuration; that of the embedded cloud in the default state directory.
 */
export const serviceAccount = async (asked: AskedService, env: NodeJS.ProcessEnv): Promise<AdminAccount> => {
  const { service, stateDir } = asked
  const configured = stateDir === undefined ? fromConfiguration(asked) : undefined
  const account = configured ?? (await ofEmbeddedCloud(service, stateDir ?? defaultStateDirectory(env)))
  if (account !== undefined) return account
  throw new UserError(
    stateDir === undefined
      ? `the service's own account is needed: give --state-dir DIR, or [keystone_authtoken] in ${service}.conf`
      : `there is no account of ${service} in ${stateDir}; has a cloud been started there?`,
  )
}
