import { Button, Stack, StackItem } from '@patternfly/react-core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keepPlace } from './kept-place.ts'
import { readSignOns } from './session-api.ts'

/** Links to the identity providers; nothing if there are none. */
export const SignOnButtons = () => {
  const { t } = useTranslation()
  const { data = [] } = useQuery({
    queryKey: ['sign-ons'],
    queryFn: readSignOns,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data.length === 0) return null
  return (
    <Stack hasGutter className="nimbo-sign-ons">
      {data.map(({ id, label }) => (
        <StackItem key={id}>
          <Button
            component="a"
            href={`/dashboard/api/sign-ons/${encodeURIComponent(id)}`}
            variant="secondary"
            isBlock
            onClick={keepPlace}
          >
            {t('shell.login.signOn', { provider: label })}
          </Button>
        </StackItem>
      ))}
    </Stack>
  )
}
