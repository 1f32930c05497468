import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '@nimbo/config/load-config'
import type { Config, OptionGroup } from '@nimbo/config/option-group'

/** Reads a service's options. */
export type Settings = <const Group extends OptionGroup>(
  service: string,
  options: readonly Group[],
) => Config<Group>

/** Settings from `<etc>/<service>/<service>.conf` where an operator has put one, and from the environment. */
export const settingsFrom =
  (etc: string, env: NodeJS.ProcessEnv): Settings =>
  (service, options) => {
    const file = join(etc, service, `${service}.conf`)
    return loadConfig({ files: existsSync(file) ? [file] : [], env, options })
  }
