import { option, type Settings } from '@nimbo/config/option'
import { defineOptions, type OptionGroup } from '@nimbo/config/option-group'
import type { RpcVersion } from '@nimbo/rpc/define-rpc'
import { type VersionCaps, versionCaps } from '@nimbo/rpc/version-caps'
import type { ReadOptions } from './read-options.ts'

/** Recipients of RPC messages that may run an older version. */
export interface UpgradeLevel {
  /** For example `compute hosts`. */
  readonly who: string
  /** Loads their RPC interfaces. */
  readonly interfaces: () => Promise<readonly { readonly topic: string }[]>
}

/** The recipients by option of `[upgrade_levels]`. */
export type UpgradeLevels = Readonly<Record<string, UpgradeLevel>>

const form = /^\d+\.\d+$/

const isVersion = (text: string): text is RpcVersion => form.test(text)

const version = <const S extends Settings<RpcVersion>>(settings: S) =>
  option<RpcVersion, S>(
    {
      description: 'version, such as 1.3',
      parse: (text) => {
        if (!isVersion(text)) throw new Error('a version, such as 1.3')
        return text
      },
      format: (value) => value,
    },
    settings,
  )

const groupOf = (levels: UpgradeLevels) =>
  defineOptions(
    'upgrade_levels',
    Object.fromEntries(
      Object.entries(levels).map(([name, { who }]) => [
        name,
        version({
          help: `Newest version of RPC messages to send to ${who}, while some of them still run an older release; no limit if unset.`,
        }),
      ]),
    ),
  )

/** The options of `[upgrade_levels]`, if the service sends messages. */
export const upgradeLevelOptions = (levels: UpgradeLevels): readonly OptionGroup[] =>
  Object.keys(levels).length === 0 ? [] : [groupOf(levels)]

/** The configured version caps for the clients of a bus. */
export const versionCapsOf = async (levels: UpgradeLevels, read: ReadOptions): Promise<VersionCaps> => {
  const given = read([groupOf(levels)]).upgrade_levels
  const byTopic = await Promise.all(
    Object.entries(levels).map(async ([name, { interfaces }]) =>
      (await interfaces()).map(({ topic }) => [topic, given[name]] as const),
    ),
  )
  return versionCaps(Object.fromEntries(byTopic.flat()))
}
