import { Button, Content, Flex, PageSection, Title } from '@patternfly/react-core'
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table'
import { useTranslation } from 'react-i18next'
import { download } from '../api/download.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { usePageTitle } from '../shell/use-page-title.ts'
import { useSession } from '../session/session-context.ts'
import { cloudsYaml, openRc } from './credentials-files.ts'
import { identityUrl, useCatalog } from './use-catalog.ts'

/** The API endpoints of the cloud, and the files that programs need to use them. */
export const ApiAccess = () => {
  const { t } = useTranslation()
  const session = useSession()
  const title = t('panel.api-access.many')
  usePageTitle(title)
  const { data = [], error } = useCatalog()
  const url = identityUrl(data, session.region)
  return (
    <PageSection>
      <Title headingLevel="h1">{title}</Title>
      <Content component="p">{t('shell.access.about')}</Content>
      <Flex>
        <Button
          isDisabled={url === undefined}
          onClick={() => download('clouds.yaml', cloudsYaml(session, url ?? ''), 'application/yaml')}
        >
          {t('shell.access.cloudsYaml')}
        </Button>
        <Button
          variant="secondary"
          isDisabled={url === undefined}
          onClick={() => download('openrc.sh', openRc(session, url ?? ''), 'application/x-sh')}
        >
          {t('shell.access.openRc')}
        </Button>
      </Flex>
      {error && <ProblemAlert error={error} />}
      <Table variant="compact" aria-label={title}>
        <Thead>
          <Tr>
            {['type', 'name', 'region_id', 'url'].map((name) => (
              <Th key={name}>{t(`field.${name}`)}</Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {data.map(({ type, name, region, url: endpoint }) => (
            <Tr key={`${type} ${region}`}>
              <Td dataLabel={t('field.type')}>{type}</Td>
              <Td dataLabel={t('field.name')}>{name}</Td>
              <Td dataLabel={t('field.region_id')}>{region}</Td>
              <Td dataLabel={t('field.url')}>
                <code>{endpoint}</code>
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </PageSection>
  )
}
