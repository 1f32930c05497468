import type { Command } from '@nimbo/service/manage/command'

/** Where the configuration is, as for `nimbo serve`; or the state directory of an embedded cloud. */
export interface ManagePlaces {
  readonly files: readonly string[]
  readonly directories: readonly string[]
  readonly stateDir: string | undefined
}

export type ManageCommand = Command<ManagePlaces>
