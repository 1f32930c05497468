import { loadConfig } from '@nimbo/config/load-config'
import { type Config, defineOptions } from '@nimbo/config/option-group'
import { integer, string } from '@nimbo/config/option-types'

const nobody = '00000000-0000-0000-0000-000000000000'

const placement = defineOptions('placement', {
  max_allocation_candidates: integer({
    default: 1000,
    min: -1,
    help: 'Most candidates one request gets, and gets when it names no limit; -1 for any number.',
  }),
  incomplete_consumer_project_id: string({
    default: nobody,
    help: 'Project recorded for consumers of clients so old (before 1.8) that they name none.',
  }),
  incomplete_consumer_user_id: string({
    default: nobody,
    help: 'User recorded for consumers of clients so old (before 1.8) that they name none.',
  }),
})

/** The options of placement.conf. */
export const placementOptions = [placement] as const

export type PlacementConfig = Config<(typeof placementOptions)[number]>

/** The default configuration. */
export const defaultPlacementConfig = (): PlacementConfig =>
  loadConfig({ files: [], env: {}, options: placementOptions })
