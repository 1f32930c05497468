import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '@nimbo/config/load-config'
import type { Config, OptionGroup } from '@nimbo/config/option-group'
import { commonOptions } from '@nimbo/service/common-options'
import type { ReadOptions } from '@nimbo/service/read-options'

/** Reads a service's options by the service's name. */
export type Settings = <const Group extends OptionGroup>(
  service: string,
  options: readonly Group[],
) => Config<Group>

/**
 * Reads settings from the environment and from `<etc>/<service>/<service>.conf` where an operator has put one; these override the
 * `base` files.
 */
export const settingsFrom =
  (etc: string, env: NodeJS.ProcessEnv, base: readonly string[] = []): Settings =>
  (service, options) => {
    const file = join(etc, service, `${service}.conf`)
    const files = existsSync(file) ? [file] : []
    return loadConfig({ files, builtIn: base, env, options, referable: commonOptions })
  }

/** The reader of one service's options. */
export const readerOf =
  (settings: Settings, service: string): ReadOptions =>
  (options) =>
    settings(service, options)
