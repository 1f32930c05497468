import {
  ActionGroup,
  Button,
  Content,
  Form,
  FormGroup,
  FormSelect,
  FormSelectOption,
  Gallery,
  PageSection,
  Title,
} from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { CodeView } from '../detail/code-view.tsx'
import { usePageTitle } from '../shell/use-page-title.ts'
import { Picture } from '../topology/picture.tsx'
import { type Draft, freeName, graphOf, renamed, templateOf, without } from './draft.ts'
import { loadDraft, saveDraft } from './kept-draft.ts'
import { ResourceCard } from './resource-card.tsx'
import { useTypes } from './use-type.ts'

/** A form that builds a Heat template resource by resource, and draws it. The browser keeps the draft until it is cleared. */
export const GeneratorPage = () => {
  const { t } = useTranslation()
  const go = useNavigate()
  const { data: types = [] } = useTypes()
  const [type, setType] = useState('')
  const [draft, setDraft] = useState<Draft>(loadDraft)
  const change = (next: Draft): void => {
    setDraft(next)
    saveDraft(next)
  }
  const add = (): void => change([...draft, { name: freeName(draft, type), type, wishes: {} }])
  const rename = (from: string, to: string): void => {
    if (to !== '' && draft.every(({ name }) => name !== to)) change(renamed(draft, from, to))
  }
  const title = t('panel.template-generator.many')
  usePageTitle(title)
  const template = templateOf(draft)
  return (
    <PageSection>
      <Title headingLevel="h1">{title}</Title>
      <Content component="p">{t('shell.generator.about')}</Content>
      <Form isHorizontal onSubmit={(event) => event.preventDefault()}>
        <FormGroup label={t('field.type')} fieldId="generator-type">
          <FormSelect id="generator-type" value={type} onChange={(_, chosen) => setType(chosen)}>
            <FormSelectOption value="" label={t('shell.form.choose')} isPlaceholder />
            {types.map((one) => (
              <FormSelectOption key={one} value={one} label={one} />
            ))}
          </FormSelect>
        </FormGroup>
        <ActionGroup>
          <Button isDisabled={type === ''} onClick={add}>
            {t('shell.generator.add')}
          </Button>
          <Button
            variant="secondary"
            isDisabled={draft.length === 0}
            onClick={() => void go('/project/launch-stack', { state: { template } })}
          >
            {t('shell.generator.launch')}
          </Button>
          <Button variant="link" isDisabled={draft.length === 0} onClick={() => change([])}>
            {t('shell.generator.clear')}
          </Button>
        </ActionGroup>
      </Form>
      {draft.length > 0 && (
        <>
          <Picture graph={graphOf(draft)} title={title} />
          <Gallery hasGutter minWidths={{ default: '18rem', md: '26rem' }}>
            {draft.map((resource) => (
              <ResourceCard
                key={resource.name}
                resource={resource}
                others={draft.map(({ name }) => name).filter((name) => name !== resource.name)}
                rename={(name) => rename(resource.name, name)}
                wish={(property, wish) =>
                  change(
                    draft.map((one) =>
                      one === resource ? { ...one, wishes: { ...one.wishes, [property]: wish } } : one,
                    ),
                  )
                }
                remove={() => change(without(draft, resource.name))}
              />
            ))}
          </Gallery>
          <CodeView text={template} />
        </>
      )}
    </PageSection>
  )
}
