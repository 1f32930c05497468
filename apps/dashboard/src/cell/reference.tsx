import { Skeleton } from '@patternfly/react-core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { clientOf } from '../api/api-clients.ts'
import { readItems } from '../api/items.ts'
import { useArea } from '../panel/area-context.ts'
import { keyOf, nameOf } from '../panel/panel.ts'
import { usePanel } from '../panel/panels-context.ts'
import { idClass } from './id-class.ts'

const minuteMs = 60_000

/** A link to a referenced resource, shown with its name. The list of the resource's panel is read once for a whole table. */
export const Reference = ({ id, to }: { readonly id: string; readonly to: string | undefined }) => {
  const area = useArea()
  const found = usePanel(to, area)
  const { data, isPending } = useQuery({
    queryKey: [found?.panel.kind ?? to, 'names', found?.area, to],
    queryFn: async () => {
      if (found === undefined) return {}
      const items = await readItems(clientOf(found.panel.api), found.panel, {})
      return Object.fromEntries(items.map((item) => [keyOf(found.panel, item), nameOf(item)]))
    },
    enabled: found !== undefined,
    staleTime: minuteMs,
    retry: false,
  })
  if (found === undefined) return <span {...idClass(id)}>{id}</span>
  if (isPending) return <Skeleton width="6rem" screenreaderText={id} />
  return (
    <Link to={`/${found.area}/${to}/${encodeURIComponent(id)}`} title={id} {...idClass(data?.[id] || id)}>
      {data?.[id] || id}
    </Link>
  )
}
