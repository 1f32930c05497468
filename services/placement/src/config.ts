import { loadConfig } from '@nimbo/config/load-config'
import { type Config, defineOptions } from '@nimbo/config/option-group'
import { integer, string } from '@nimbo/config/option-types'

const nobody = '00000000-0000-0000-0000-000000000000'

const placement = defineOptions('placement', {
  max_allocation_candidates: integer({
    default: 1000,
    min: -1,
    help: 'Maximum number of allocation candidates per request, and the default if a request sets no limit; -1 for unlimited.',
  }),
  incomplete_consumer_project_id: string({
    default: nobody,
    help: 'Id of the project recorded for consumers of clients that name none (microversions before 1.8).',
  }),
  incomplete_consumer_user_id: string({
    default: nobody,
    help: 'Id of the user recorded for consumers of clients that name none (microversions before 1.8).',
  }),
})

/** The options of placement.conf. */
export const placementOptions = [placement] as const

export type PlacementConfig = Config<(typeof placementOptions)[number]>

/** The default configuration. */
export const defaultPlacementConfig = (): PlacementConfig =>
  loadConfig({ files: [], env: {}, options: placementOptions })
