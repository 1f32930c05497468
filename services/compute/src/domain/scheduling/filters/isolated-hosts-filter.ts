import { defineOptions } from '@nimbo/config/option-group'
import { boolean, list } from '@nimbo/config/option-types'
import { configuredFilter } from '../filter.ts'

const options = defineOptions('filter_scheduler', {
  isolated_images: list({ default: [], help: 'Ids of images whose servers run on isolated hosts only.' }),
  isolated_hosts: list({ default: [], help: 'Names of the isolated hosts, for servers of isolated_images.' }),
  restrict_isolated_hosts_to_isolated_images: boolean({
    default: true,
    help: 'Whether isolated hosts accept only servers of isolated images.',
  }),
})

/** Reserves certain hosts for certain images. */
export const isolatedHostsFilter = configuredFilter(
  'IsolatedHostsFilter',
  options,
  ({
    isolated_images: images,
    isolated_hosts: hosts,
    restrict_isolated_hosts_to_isolated_images: restricted,
  }) => ({
    refuses: ({ host }, { spec }) => {
      const hostIsolated = hosts.includes(host)
      const imageIsolated = spec.image !== undefined && images.includes(spec.image.id)
      if (imageIsolated && !hostIsolated) return 'is not isolated, and the image is'
      if (hostIsolated && !imageIsolated && restricted) return 'is kept for isolated images'
      return undefined
    },
  }),
)
