import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Row } from '../output/result.ts'
import { CliError } from './cli-error.ts'
import { isRow } from './json-values.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const endings = ['yaml', 'yml', 'json']

/** The files with the user's clouds, with their secrets, and with what providers publish about their clouds. */
type File = 'clouds' | 'secure' | 'clouds-public'

/**
 * Paths of `clouds.yaml`, or another of these files, in order: the file named by the environment, the working directory, the
 * user's configuration, the system's.
 */
const pathsOf = (base: File, env: Environment, cwd: string): readonly string[] => {
  const home = env.HOME ?? '/'
  const config = env.XDG_CONFIG_HOME ?? join(home, '.config')
  const folders = [cwd, join(config, 'openstack'), '/etc/openstack']
  const { OS_CLIENT_CONFIG_FILE: clouds, OS_CLIENT_SECURE_FILE: secure } = env
  const named = { clouds, secure, 'clouds-public': undefined }[base]
  const usual = folders.flatMap((folder) => endings.map((ending) => join(folder, `${base}.${ending}`)))
  return [...(named ? [named] : []), ...usual]
}

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return undefined
    }
    throw new CliError(`Cannot read ${path}: ${error instanceof Error ? error.message : error}`)
  }
}

const cloudsIn = (path: string, content: string, key: string): Row => {
  try {
    const file: unknown = parse(content)
    const clouds = isRow(file) ? file[key] : undefined
    return isRow(clouds) ? clouds : {}
  } catch {
    throw new CliError(`${path} is not YAML.`)
  }
}

/** The clouds under `key` in the first of these files that is there. */
const cloudsOf = (paths: readonly string[], key = 'clouds'): Row => {
  for (const path of paths) {
    const content = readIfThere(path)
    if (content !== undefined) return cloudsIn(path, content, key)
  }
  return {}
}

/** The section of the cloud `name`, among those under `key`, in the first of these files that is there. */
const sectionIn = (paths: readonly string[], name: string, key = 'clouds'): Row | undefined => {
  const cloud = cloudsOf(paths, key)[name]
  return isRow(cloud) ? cloud : undefined
}

/** Variables that choose among clouds or files, or are meant for other programs; any other `OS_` variable describes a cloud. */
const describesNone =
  /^OS_(CLOUD|CLOUD_NAME|REGION_NAME|CLIENT_CONFIG_FILE|CLIENT_SECURE_FILE|(TEST|STD|LOG).*)$/

/** The cloud that the user means without saying so: the only one in the files, if the environment describes none. */
export const onlyCloud = (env: Environment, cwd: string): string | undefined => {
  const isDescribed = Object.keys(env).some((name) => name.startsWith('OS_') && !describesNone.test(name))
  if (isDescribed) return undefined
  const known = { ...cloudsOf(pathsOf('clouds', env, cwd)), ...cloudsOf(pathsOf('secure', env, cwd)) }
  const [name, ...others] = Object.keys(known)
  return others.length === 0 ? name : undefined
}

const authIn = ({ auth }: Row): Row => (isRow(auth) ? auth : {})

/** A cloud's section with the settings of another one, which take precedence. */
export const overlaid = (section: Row, over: Row): Row => ({
  ...section,
  ...over,
  auth: { ...authIn(section), ...authIn(over) },
})

/** What `clouds-public.yaml` says about the provider that a cloud names as its `profile` (formerly `cloud`). */
const profileOf = (name: string, section: Row, env: Environment, cwd: string): Row => {
  const profile = section.profile ?? section.cloud
  if (typeof profile !== 'string') return {}
  const found = sectionIn(pathsOf('clouds-public', env, cwd), profile, 'public-clouds')
  // A cloud that says by itself where it is needs no profile; any other would fail for a reason that names no profile.
  if (found === undefined && authIn(section).auth_url === undefined)
    throw new CliError(`The profile ${profile} of cloud ${name} was not found in clouds-public.yaml.`)
  return found ?? {}
}

/**
 * The section of the cloud `name` in `clouds.yaml`, with what `secure.yaml`, which only the user can read, adds to it, and over what
 * its provider's profile says.
 */
export const readCloud = (name: string, env: Environment, cwd: string): Row => {
  const cloud = sectionIn(pathsOf('clouds', env, cwd), name)
  const secure = sectionIn(pathsOf('secure', env, cwd), name)
  if (cloud === undefined && secure === undefined) throw new CliError(`Cloud ${name} was not found.`)
  const section = overlaid(cloud ?? {}, secure ?? {})
  return overlaid(profileOf(name, section, env, cwd), section)
}
