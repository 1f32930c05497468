import type { Row } from '../output/result.ts'
import { inCloudRegion } from './cloud-region.ts'
import { type Environment, onlyCloud, readCloud } from './clouds-file.ts'
import { given, isRow } from './json-values.ts'

/** Who the user is, and where the token is to be valid: what is below `auth` in `clouds.yaml`. */
const authNames = [
  'auth_url',
  'username',
  'user_id',
  'user_domain_name',
  'user_domain_id',
  'password',
  'token',
  'project_name',
  'project_id',
  'project_domain_name',
  'project_domain_id',
  'domain_name',
  'domain_id',
  'default_domain',
  'default_domain_id',
  'system_scope',
  'application_credential_id',
  'application_credential_name',
  'application_credential_secret',
] as const

const names = [
  ...authNames,
  'auth_type',
  'region_name',
  'interface',
  'cacert',
  'compute_api_version',
  'placement_api_version',
  'volume_api_version',
] as const

/** Whether a setting is below `auth` in `clouds.yaml`. */
export const isBelowAuth = (name: string): boolean => authNames.some((each) => each === name)

type Name = (typeof names)[number]

/** How to connect and authenticate: from options first, then the environment, then `clouds.yaml`. */
export type Settings = Readonly<Partial<Record<Name, string>>> & { readonly insecure: boolean }

/** The settings of the same user for another project. */
export const inProject = (settings: Settings, project_id: string): Settings => {
  const { system_scope: _, domain_id, domain_name, ...user } = settings
  // Beside a project these two are the domain of the user; alone they are the scope.
  const isOfProject = user.project_id !== undefined || user.project_name !== undefined
  return { ...user, ...(isOfProject ? given({ domain_id, domain_name }) : {}), project_id }
}

const environmentNames: Readonly<Partial<Record<Name, readonly string[]>>> = {
  interface: ['OS_INTERFACE', 'OS_ENDPOINT_TYPE'],
  project_name: ['OS_PROJECT_NAME', 'OS_TENANT_NAME'],
  project_id: ['OS_PROJECT_ID', 'OS_TENANT_ID'],
}

const fromEnvironment = (env: Environment, name: Name): string | undefined => {
  const variables = environmentNames[name] ?? [`OS_${name.toUpperCase()}`]
  return variables.map((variable) => env[variable]).find((value) => value !== undefined && value !== '')
}

const fromCloud = (cloud: Row, name: Name): string | undefined => {
  const auth = isRow(cloud.auth) ? cloud.auth : {}
  const value = auth[name] ?? cloud[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Settings of which either names the same thing. */
const twins: readonly (readonly [Name, Name])[] = [
  ['project_id', 'project_name'],
  ['user_id', 'username'],
  ['user_domain_id', 'user_domain_name'],
  ['project_domain_id', 'project_domain_name'],
  ['domain_id', 'domain_name'],
  ['default_domain_id', 'default_domain'],
]

/**
 * The value of a setting in the first source that has it or its twin: `--os-project-name` overrules an OS_PROJECT_ID, which would
 * else have the command act in another project than the user wrote.
 */
const firstOf = (name: Name, sources: readonly ((each: Name) => string | undefined)[]) => {
  const pair = twins.find((names) => names.includes(name)) ?? [name]
  return sources.find((source) => pair.some((each) => source(each) !== undefined))?.(name)
}

/** As the openstack client, takes the text "true" for `insecure`, but only a boolean for `verify`. */
const isInsecure = ({ insecure, verify }: Row): boolean =>
  String(insecure).toLowerCase() === 'true' || verify === false

/** `options` are the given `--os-*` options, with names without `--os-` and with underscores. */
export const resolveSettings = (
  options: Readonly<Record<string, string | undefined>>,
  insecure: boolean | undefined,
  env: Environment,
  cwd: string,
): Settings => {
  const cloudName = (options.cloud ?? env.OS_CLOUD) || onlyCloud(env, cwd)
  const region = options.region_name ?? fromEnvironment(env, 'region_name')
  const cloud = cloudName ? inCloudRegion(readCloud(cloudName, env, cwd), cloudName, region) : {}
  const sources = [
    (name: Name) => options[name],
    (name: Name) => fromEnvironment(env, name),
    (name: Name) => fromCloud(cloud, name),
  ]
  const found = names.flatMap((name) => {
    const value = firstOf(name, sources)
    if (value === undefined) return []
    return [[name, name === 'cacert' ? value.replace(/^~(?=\/)/, env.HOME ?? '~') : value] as const]
  })
  return { ...Object.fromEntries(found), insecure: insecure ?? isInsecure(cloud) }
}
