import { Button } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useForbidden } from '../action/use-allowed.ts'
import { CreateDialog } from '../form/create-dialog.tsx'
import type { FormSpec } from '../panel/form-spec.ts'
import type { Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'

/**
 * The request for the policy check. Some services validate the body before the policy, so it holds sample values for what they
 * require.
 */
const asked = ({ operation, key, fields, body }: FormSpec) => {
  const plain = Object.fromEntries(
    fields.filter(({ name }) => ['name', 'public_key'].includes(name)).map(({ name }) => [name, 'sample']),
  )
  return { operation, ...(key === undefined || body ? {} : { body: { [key]: plain } }) }
}

/** Opens the create form, which has its own URL. Not rendered if policy forbids the creation. */
export const CreateButton = ({ panel, within }: { readonly panel: Panel; readonly within: Within }) => {
  const { t } = useTranslation()
  const go = useNavigate()
  const [query, setQuery] = useSearchParams()
  const { create, createAt } = panel
  const questions = create ? [{ api: panel.api, path: within.path ?? {}, ...asked(create) }] : []
  const forbidden = useForbidden(questions, create !== undefined)
  if (create === undefined && createAt === undefined) return null
  if (create && forbidden.has(create.operation.id)) return null
  const write = (change: (next: URLSearchParams) => void) =>
    setQuery((before) => {
      const next = new URLSearchParams(before)
      change(next)
      return next
    })
  const begin = () => (createAt === undefined ? write((next) => next.set('do', 'create')) : void go(createAt))
  return (
    <>
      <Button onClick={begin}>{t('shell.create', { kind: t(`panel.${panel.id}.one`) })}</Button>
      {create && query.get('do') === 'create' && (
        <CreateDialog
          panel={panel}
          create={create}
          within={within}
          close={() => write((next) => next.delete('do'))}
        />
      )}
    </>
  )
}
