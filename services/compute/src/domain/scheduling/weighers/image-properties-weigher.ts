import { defineOptions } from '@nimbo/config/option-group'
import { list } from '@nimbo/config/option-types'
import { bootPropertiesOf } from '../../servers/boot-properties.ts'
import { configuredWeigher } from '../weigher.ts'

const options = defineOptions('filter_scheduler', {
  image_props_weight_setting: list({
    default: [],
    help: 'Image properties that ImagePropertiesWeigher compares and their weights, each as name=number; empty: all properties with the same weight.',
  }),
})

/** Prefers hosts with servers whose images have the same properties; off by default (multiplier 0). */
export const imagePropertiesWeigher = configuredWeigher(
  'ImagePropertiesWeigher',
  {
    option: 'image_props_weight_multiplier',
    default: 0,
    help: 'Weight multiplier for servers on a host whose images have the same properties: positive values place such servers together, negative values apart.',
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
          const wanted = Object.entries(bootPropertiesOf(spec))
          return servers.imageProperties
            .flatMap((have) => wanted.filter(([name, value]) => have[name] === value))
            .reduce((sum, [name]) => sum + countOf(name), 0)
        },
      }
    },
  },
)
