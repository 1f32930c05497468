import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceCredentials } from '@nimbo/clients/service-tokens'
import { UserError } from '@nimbo/kernel/user-error'
import { accountOptions } from '@nimbo/service/account-options'
import { commonOptions } from '@nimbo/service/common-options'
import type { ReadOptions } from '@nimbo/service/read-options'
import { parse } from 'yaml'
import { defaultStateDirectory } from '../state-directory.ts'

/** Somebody with the role admin, and where identity is. */
export interface AdminAccount extends ServiceCredentials {
  readonly authUrl: string
  readonly region: string
  /** Path of the authorities by which it is trusted; as the system does unless given. */
  readonly cacert?: string
}

/** A service that is to be asked something. */
interface AskedService {
  readonly service: string
  readonly read: ReadOptions
  /** Of the embedded cloud that is meant, if it is one. */
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

/** The admin of an embedded cloud, as it wrote it down. */
const fromStateDirectory = async (stateDir: string): Promise<AdminAccount | undefined> => {
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

/** Whom `openrc` says to be. */
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

/** The service's own account: `[keystone_authtoken]` of its file. */
const fromConfiguration = ({ service, read }: AskedService): AdminAccount | undefined => {
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
 * In whose name an operator's command speaks to the cloud: the admin of the embedded cloud that is named, whoever the
 * environment says, the service's own account of the configuration, or the admin of the embedded cloud where it usually is.
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
