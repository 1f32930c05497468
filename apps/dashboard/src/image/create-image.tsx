import { ActionGroup, Button, Form, PageSection, Progress, Title } from '@patternfly/react-core'
import { createImage } from '@nimbo/contracts/image/images'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { readableBytes } from '../cell/readable.ts'
import { Fields } from '../form/fields.tsx'
import { askedFields, useForm } from '../form/form-state.ts'
import { field } from '../panel/form-spec.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { usePageTitle } from '../shell/use-page-title.ts'
import { useCreateImage } from './use-create-image.ts'

const fields = [
  field('name', { as: 'text', required: true }),
  field('file', { as: 'file' }),
  field('disk_format', {
    choices: ['qcow2', 'raw', 'iso', 'vmdk', 'vdi', 'vhd', 'vhdx'],
    initial: 'qcow2',
    required: true,
  }),
  field('visibility', {
    choices: ['private', 'shared', 'community', 'public'],
    initial: 'shared',
    required: true,
  }),
  field('min_disk', { as: 'number', label: 'min_disk_gib', advanced: true }),
  field('min_ram', { as: 'number', label: 'min_ram_mib', advanced: true }),
  field('protected', { as: 'switch', advanced: true }),
  field('tags', { as: 'list', advanced: true }),
]
const asked = askedFields(createImage, { fields })
const listPath = '/project/images'

/** The page that uploads an image from a file, with the progress of the upload. */
export const CreateImage = () => {
  const { t } = useTranslation()
  const go = useNavigate()
  const form = useForm(asked, {})
  const { mutate, isPending, error, sent, giveUp } = useCreateImage((id) => void go(`${listPath}/${id}`))
  const title = t('shell.create', { kind: t('panel.images.one') })
  usePageTitle(title)
  const { file } = form.values
  const size = file instanceof File ? file.size : 0
  const send = (event: FormEvent) => {
    event.preventDefault()
    const values = form.finish()
    if (values) mutate(values)
  }
  return (
    <PageSection isWidthLimited>
      <Title headingLevel="h1">{title}</Title>
      <Form onSubmit={send}>
        {error && <ProblemAlert error={error} />}
        <Fields form={form} />
        {sent !== undefined && (
          <Progress
            title={t('shell.upload.title')}
            value={size === 0 ? 0 : Math.round((sent / size) * 100)}
            valueText={t('shell.upload.sent', { sent: readableBytes(sent), size: readableBytes(size) })}
            label={t('shell.upload.sent', { sent: readableBytes(sent), size: readableBytes(size) })}
          />
        )}
        <ActionGroup>
          <Button type="submit" isLoading={isPending} isDisabled={isPending}>
            {t('action.create')}
          </Button>
          <Button variant="link" onClick={() => (sent === undefined ? void go(listPath) : giveUp())}>
            {t('shell.cancel')}
          </Button>
        </ActionGroup>
      </Form>
    </PageSection>
  )
}
