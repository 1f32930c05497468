import {
  Button,
  Card,
  CardBody,
  CardTitle,
  Form,
  FormGroup,
  FormSelect,
  FormSelectOption,
  TextInput,
} from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import type { DraftResource, Wish } from './draft.ts'
import { PropertyRow } from './property-row.tsx'
import { useProperties } from './use-type.ts'

interface Props {
  readonly resource: DraftResource
  readonly others: readonly string[]
  rename(name: string): void
  wish(property: string, wish: Wish): void
  remove(): void
}

/** One resource of a draft: its name, its required properties, and optional ones that the user adds. */
export const ResourceCard = ({ resource: { name, type, wishes }, others, rename, wish, remove }: Props) => {
  const { t } = useTranslation()
  const { data: properties = [], error } = useProperties(type)
  const [more, setMore] = useState<readonly string[]>([])
  const isShown = (one: string): boolean => one in wishes || more.includes(one)
  const shown = properties.filter((one) => one.required || isShown(one.name))
  const hidden = properties.filter((one) => !shown.includes(one))
  const id = `resource-${name}`
  return (
    <Card isCompact component="section">
      <CardTitle component="h2">{`${name}: ${type}`}</CardTitle>
      <CardBody>
        {error && <ProblemAlert error={error} />}
        <Form onSubmit={(event) => event.preventDefault()}>
          <FormGroup label={t('field.name')} fieldId={id} isRequired>
            <TextInput
              id={id}
              defaultValue={name}
              onBlur={({ currentTarget }) => rename(currentTarget.value)}
            />
          </FormGroup>
          {shown.map((property) => (
            <PropertyRow
              key={property.name}
              id={`${id}-${property.name}`}
              property={property}
              wish={wishes[property.name]}
              others={others}
              set={(wanted) => wish(property.name, wanted)}
            />
          ))}
          <FormSelect
            aria-label={t('shell.generator.addProperty', { name })}
            value=""
            onChange={(_, chosen) => setMore([...more, chosen])}
          >
            <FormSelectOption value="" label={t('shell.generator.property')} isPlaceholder />
            {hidden.map((one) => (
              <FormSelectOption key={one.name} value={one.name} label={one.name} />
            ))}
          </FormSelect>
          <Button variant="link" isDanger onClick={remove}>
            {t('shell.generator.remove', { name })}
          </Button>
        </Form>
      </CardBody>
    </Card>
  )
}
