import { Gallery } from '@patternfly/react-core'
import type { TabProps } from '../panel/panel.ts'
import { useSession } from '../session/session-context.ts'
import { QuotaForm } from './quota-form.tsx'
import { quotasOfProject } from './quota-source.ts'

/** The quotas of one project. */
export const ProjectQuotas = ({ item: { id } }: TabProps) => {
  const { services } = useSession()
  return (
    <Gallery hasGutter minWidths={{ default: '20rem' }}>
      {quotasOfProject(String(id))
        .filter(({ api }) => services.includes(api.type))
        .map((source) => (
          <QuotaForm key={source.api.type} source={source} />
        ))}
    </Gallery>
  )
}
