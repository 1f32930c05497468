import { defineOptions } from '@nimbo/config/option-group'
import { string } from '@nimbo/config/option-types'
import { own } from '@nimbo/kernel/own'
import { bootPropertiesOf } from '../../servers/boot-properties.ts'
import { listedInAggregates } from '../aggregate-values.ts'
import { configuredFilter } from '../filter.ts'

const options = defineOptions('filter_scheduler', {
  aggregate_image_properties_isolation_namespace: string({
    help: 'Prefix of the keys in aggregate metadata that AggregateImagePropertiesIsolation compares with image properties; unset: all keys.',
  }),
  aggregate_image_properties_isolation_separator: string({
    default: '.',
    help: 'Separator between aggregate_image_properties_isolation_namespace and the rest of a key.',
  }),
})

/** Refuses hosts whose aggregates have another value for a key that is also a property of the image. */
export const aggregateImagePropertiesIsolation = configuredFilter(
  'AggregateImagePropertiesIsolation',
  options,
  ({
    aggregate_image_properties_isolation_namespace: namespace,
    aggregate_image_properties_isolation_separator: separator,
  }) => ({
    refuses: (host, { spec }) => {
      const beginning = namespace === undefined || namespace === '' ? '' : `${namespace}${separator}`
      const properties = bootPropertiesOf(spec)
      for (const key of Object.keys(host.aggregateMetadata)) {
        const value = key.startsWith(beginning) ? own(properties, key) : undefined
        const allowed = listedInAggregates(host, key)
        if (value !== undefined && !allowed.includes(value))
          return `is kept for images with ${key} ${allowed.join(', ')}, not ${value}`
      }
      return undefined
    },
  }),
)
