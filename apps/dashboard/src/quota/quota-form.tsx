import {
  ActionGroup,
  Button,
  Card,
  CardBody,
  CardTitle,
  Form,
  FormGroup,
  Skeleton,
  TextInput,
} from '@patternfly/react-core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clientOf } from '../api/api-clients.ts'
import { isItem } from '../panel/item.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { useToast } from '../shell/toasts-context.ts'
import type { QuotaSource } from './quota-source.ts'

type Bounds = Readonly<Record<string, number>>

/** A text becomes a bound only when it is saved: of `-1` the sign is typed first, and an empty field is no zero. */
const boundForm = /^(-1|\d+)$/

/** The volume service has a quota per volume type as well: `gigabytes_fast`. */
const perType = /^(volumes|snapshots|gigabytes)_(.+)$/

/** Labels with the unit, for quotas whose names do not tell it. */
const labels: Readonly<Record<string, string>> = { ram: 'ram_mib', gigabytes: 'gigabytes_gib' }

const boundsIn = (body: unknown, key: string): Bounds => {
  const set = isItem(body) ? body[key] : undefined
  return Object.fromEntries(
    Object.entries(isItem(set) ? set : {}).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value] as const] : [],
    ),
  )
}

/** The form that shows and changes the quotas of one service; -1 is unlimited. */
export const QuotaForm = ({ source }: { readonly source: QuotaSource }) => {
  const { t } = useTranslation()
  const tell = useToast()
  const queries = useQueryClient()
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({})
  const { api, key, show, update, path } = source
  const queryKey = ['quota', show.id, path]
  const { data, error } = useQuery({
    queryKey,
    queryFn: async () => boundsIn((await clientOf(api).perform(show, { path })).body, key),
  })
  const saving = useMutation({
    mutationFn: async () => {
      const wanted = Object.fromEntries(Object.entries(changed).map(([name, text]) => [name, Number(text)]))
      if (update) await clientOf(api).perform(update, { path, body: { [key]: wanted } })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['quota'] })
      setChanged({})
      tell({ look: 'success', title: t('shell.quota.saved') })
    },
  })
  const isFaulty = (name: string): boolean => name in changed && !boundForm.test(changed[name] ?? '')
  const wordOf = (name: string): string => {
    const [, what = name, type] = perType.exec(name) ?? []
    const word = t(`field.${labels[what] ?? what}`, { defaultValue: what })
    return type === undefined ? word : t('shell.quota.ofType', { what: word, type })
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Card>
      <CardTitle component="h2">{t(`area.project.${api.type}`)}</CardTitle>
      <CardBody>
        {error && <ProblemAlert error={error} />}
        {saving.error && <ProblemAlert error={saving.error} />}
        {data === undefined && !error && <Skeleton height="10rem" screenreaderText={t('shell.loading')} />}
        <Form isHorizontal onSubmit={send}>
          {Object.entries(data ?? {}).map(([name, bound]) => (
            <FormGroup key={name} label={wordOf(name)} fieldId={`${api.type}-${name}`}>
              <TextInput
                id={`${api.type}-${name}`}
                type="number"
                min={-1}
                isDisabled={update === undefined}
                value={changed[name] ?? bound}
                validated={isFaulty(name) ? 'error' : 'default'}
                onChange={(_, value) => setChanged({ ...changed, [name]: value })}
              />
            </FormGroup>
          ))}
          {update && (
            <ActionGroup>
              <Button
                type="submit"
                isLoading={saving.isPending}
                isDisabled={Object.keys(changed).length === 0 || Object.keys(changed).some(isFaulty)}
              >
                {t('shell.save')}
              </Button>
            </ActionGroup>
          )}
        </Form>
      </CardBody>
    </Card>
  )
}
