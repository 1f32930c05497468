import { Content, Stack, StackItem } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { CommandHint } from '../form/command-hint.tsx'
import { shellWord } from '../form/command-line.ts'
import { keyOf, type TabProps } from '../panel/panel.ts'

/** The CLI commands that show the item, and those of actions that need only its id. */
export const CommandTab = ({ panel, item }: TabProps) => {
  const { t } = useTranslation()
  const id = shellWord(keyOf(panel, item))
  const commands = [
    { command: panel.command, label: t('shell.show') },
    ...(panel.actions ?? []).map(({ id: action, command }) => ({ command, label: t(`action.${action}`) })),
    { command: panel.remove?.command, label: t('action.delete') },
  ]
  return (
    <Stack hasGutter>
      <StackItem>
        <Content component="p">{t('shell.commands')}</Content>
      </StackItem>
      {commands.flatMap(({ command, label }) =>
        command === undefined
          ? []
          : [
              <StackItem key={command}>
                <CommandHint label={label} text={`openstack ${command} ${id}`} />
              </StackItem>,
            ],
      )}
    </Stack>
  )
}
