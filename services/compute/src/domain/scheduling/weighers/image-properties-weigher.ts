import { defineOptions } from '@nimbo/config/option-group'
import { list } from '@nimbo/config/option-types'
import { configuredWeigher } from '../weigher.ts'

const options = defineOptions('filter_scheduler', {
  image_props_weight_setting: list({
    default: [],
    help: 'Properties of images and how much each counts for ImagePropertiesWeigher: name=number. None: all count the same.',
  }),
})

/** Prefers hosts with servers whose images have the same properties; off by default (multiplier 0). */
export const imagePropertiesWeigher = configuredWeigher(
  'ImagePropertiesWeigher',
  {
    option: 'image_props_weight_multiplier',
    default: 0,
    help: 'How much it counts, when hosts are weighed, that servers of a host have images with the same properties: positive brings such together, negative keeps them apart.',
  },
  {
    options,
    by: ({ image_props_weight_setting: setting }) => {
      const counts = new Map(
        setting.map((entry): [string, number] => {
          const [name = '', number = '1'] = entry.split('=')
          return [name, Number(number)]
        }),
      )
      const countOf = (name: string): number => (counts.size === 0 ? 1 : (counts.get(name) ?? 0))
      return {
        needs: ['images of servers'],
        weigh: ({ servers }, { spec }) => {
          const wanted = Object.entries(spec.image?.properties ?? {})
          return servers.imageProperties
            .flatMap((have) => wanted.filter(([name, value]) => have[name] === value))
            .reduce((sum, [name]) => sum + countOf(name), 0)
        },
      }
    },
  },
)
