import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceCredentials } from '@nimbo/clients/service-tokens'
import { UserError } from '@nimbo/kernel/user-error'
import { accountOptions } from '@nimbo/service/account-options'
import { commonOptions } from '@nimbo/service/common-options'
import type { ReadOptions } from '@nimbo/service/read-options'
import { parse } from 'yaml'
import { defaultStateDirectory } from '../state-directory.ts'

/** An account with the role admin, with the URL of identity. */
export interface AdminAccount extends ServiceCredentials {
  readonly authUrl: string
  readonly region: string
  /** Path of the CA certificates for the cloud; those of the system by default. */
  readonly cacert?: string
}

/** The service that a command calls. */
export interface AskedService {
  readonly service: string
  readonly read: ReadOptions
  /** The state directory given on the command line, for an embedded cloud. */
  readonly stateDir: string | undefined
}

const defaultDomain = 'Default'
const defaultRegion = 'RegionOne'

interface CloudsFile {
  readonly clouds: {
    readonly nimbo: {
      readonly auth: Readonly<Record<string, string>>
      readonly region_name?: string
      readonly cacert?: string
    }
  }
}

/** The admin account in the `clouds.yaml` of an embedded cloud. */
export const fromStateDirectory = async (stateDir: string): Promise<AdminAccount | undefined> => {
  const text = await readFile(join(stateDir, 'clouds.yaml'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { auth, region_name: region = defaultRegion, cacert } = (parse(text) as CloudsFile).clouds.nimbo
  const { auth_url: authUrl, username, password, project_name: projectName } = auth
  if (!authUrl || !username || !password || !projectName) return undefined
  return {
    authUrl,
    username,
    password,
    projectName,
    domainName: defaultDomain,
    region,
    ...(cacert && { cacert }),
  }
}

/** The account in the `OS_*` environment variables, as set by `openrc`. */
const fromEnvironment = (env: NodeJS.ProcessEnv): AdminAccount | undefined => {
  const {
    OS_AUTH_URL,
    OS_USERNAME,
    OS_PASSWORD,
    OS_PROJECT_NAME,
    OS_USER_DOMAIN_NAME,
    OS_REGION_NAME,
    OS_CACERT,
  } = env
  if (!OS_AUTH_URL || !OS_USERNAME || !OS_PASSWORD || !OS_PROJECT_NAME) return undefined
  return {
    authUrl: OS_AUTH_URL,
    username: OS_USERNAME,
    password: OS_PASSWORD,
    projectName: OS_PROJECT_NAME,
    domainName: OS_USER_DOMAIN_NAME ?? defaultDomain,
    region: OS_REGION_NAME ?? defaultRegion,
    ...(OS_CACERT && { cacert: OS_CACERT }),
  }
}

/** The service's own account: `[keystone_authtoken]` of its configuration. */
export const fromConfiguration = ({ service, read }: AskedService): AdminAccount | undefined => {
  const { keystone_authtoken: auth } = read([...commonOptions, ...accountOptions])
  if (auth.password === undefined) return undefined
  return {
    authUrl: auth.auth_url,
    username: auth.username ?? service,
    password: auth.password,
    projectName: auth.project_name,
    domainName: auth.user_domain_name,
    region: auth.region_name,
    ...(auth.cafile && { cacert: auth.cafile }),
  }
}

/**
 * The account that an operator's command uses, the first of: the admin of the embedded cloud given by its state directory; the
 * account of the environment; the service's account of the configuration; the admin of the embedded cloud in the default state
 * directory.
 */
export const adminAccount = async (asked: AskedService, env: NodeJS.ProcessEnv): Promise<AdminAccount> => {
  const named = asked.stateDir !== undefined
  const stateDir = asked.stateDir ?? defaultStateDirectory(env)
  const account = named
    ? await fromStateDirectory(stateDir)
    : (fromEnvironment(env) ?? fromConfiguration(asked) ?? (await fromStateDirectory(stateDir)))
  if (account !== undefined) return account
  const file = `${asked.service}.conf`
  throw new UserError(
    named
      ? `there is no clouds.yaml in ${stateDir}; has a cloud been started there?`
      : `nobody to ask as: give --state-dir DIR, the variables of openrc, or [keystone_authtoken] in ${file}`,
  )
}
