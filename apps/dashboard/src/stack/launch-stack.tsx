import { PageSection, Skeleton, Title } from '@patternfly/react-core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { showStack, showTemplate } from '@nimbo/contracts/orchestration/stacks'
import { stringify } from 'yaml'
import { clientOf } from '../api/api-clients.ts'
import { isItem, type Item } from '../panel/item.ts'
import { orchestrationApi } from '@nimbo/contracts/orchestration/api'
import { useSession } from '../session/session-context.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { usePageTitle } from '../shell/use-page-title.ts'
import { ParametersForm } from './parameters-form.tsx'
import type { CheckedTemplate } from './template-source.ts'
import { TemplateForm } from './template-form.tsx'

const listPath = '/project/stacks'

/** Reads the stack to update and its template. */
const useChanged = (key: string | null) => {
  const { project } = useSession()
  const [stack_name = '', stack_id = ''] = key?.split(' ') ?? []
  const path = { tenant_id: project?.id ?? '', stack_name, stack_id }
  return useQuery({
    queryKey: ['stack', 'changed', path],
    queryFn: async (): Promise<{ stack: Item; template: string }> => {
      const client = clientOf(orchestrationApi)
      const [shown, template] = await Promise.all([
        client.perform(showStack, { path }),
        client.perform(showTemplate, { path }),
      ])
      const stack = isItem(shown.body) && isItem(shown.body.stack) ? shown.body.stack : {}
      return { stack, template: stringify(template.body) }
    },
    enabled: key !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The page that creates a stack or updates one (`of` in the URL): first the template, then its parameters. */
export const LaunchStack = () => {
  const { t } = useTranslation()
  const go = useNavigate()
  const [query] = useSearchParams()
  const { state }: { readonly state: unknown } = useLocation()
  const drafted = isItem(state) && typeof state.template === 'string' ? state.template : undefined
  const key = query.get('of')
  const { data: changed, error } = useChanged(key)
  const [checked, setChecked] = useState<CheckedTemplate>()
  const [asksParameters, setAsksParameters] = useState(false)
  const done = (template: CheckedTemplate) => {
    setChecked(template)
    setAsksParameters(true)
  }
  const title = key === null ? t('shell.create', { kind: t('panel.stacks.one') }) : t('action.update-stack')
  usePageTitle(title)
  const back = () => void go(key === null ? listPath : `${listPath}/${encodeURIComponent(key)}`)
  const isReady = key === null || changed !== undefined
  return (
    <PageSection isWidthLimited>
      <Title headingLevel="h1">{title}</Title>
      {error && <ProblemAlert error={error} />}
      {!isReady && !error && <Skeleton height="12rem" screenreaderText={t('shell.loading')} />}
      {isReady && !asksParameters && (
        <TemplateForm
          initial={checked ?? { template: changed?.template ?? drafted }}
          done={done}
          giveUp={back}
        />
      )}
      {isReady && asksParameters && checked !== undefined && (
        <ParametersForm
          checked={checked}
          stack={changed?.stack}
          back={() => setAsksParameters(false)}
          done={(made) => void go(`${listPath}/${encodeURIComponent(made)}`)}
        />
      )}
    </PageSection>
  )
}
