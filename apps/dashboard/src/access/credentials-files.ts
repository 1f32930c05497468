import type { Session } from '../session/session.ts'

/** A double-quoted string for YAML and shells. */
const quoted = (text: string): string => JSON.stringify(text)

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A clouds.yaml for the logged-in user, without the password, which the user adds. */
export const cloudsYaml = ({ user, project, region }: Session, authUrl: string): string =>
  [
    'clouds:',
    '  nimbo:',
    '    auth:',
    `      auth_url: ${quoted(authUrl)}`,
    `      username: ${quoted(user.name)}`,
    `      user_domain_name: ${quoted(user.domain.name)}`,
    '      # password: put yours here, or leave it out to be asked',
    ...(project
      ? [
          `      project_id: ${quoted(project.id)}`,
          `      project_name: ${quoted(project.name)}`,
          `      project_domain_name: ${quoted(project.domain.name)}`,
        ]
      : ['      system_scope: all']),
    `    region_name: ${quoted(region)}`,
    '    interface: public',
    '    identity_api_version: 3',
    '',
  ].join('\n')

/** An openrc script, which asks for the password when it is sourced. */
export const openRc = ({ user, project, region }: Session, authUrl: string): string =>
  [
    '#!/usr/bin/env bash',
    ...['OS_TENANT_ID', 'OS_TENANT_NAME', 'OS_PASSWORD'].map((name) => `unset ${name}`),
    `export OS_AUTH_URL=${shellQuoted(authUrl)}`,
    `export OS_USERNAME=${shellQuoted(user.name)}`,
    `export OS_USER_DOMAIN_NAME=${shellQuoted(user.domain.name)}`,
    ...(project
      ? [
          `export OS_PROJECT_ID=${shellQuoted(project.id)}`,
          `export OS_PROJECT_NAME=${shellQuoted(project.name)}`,
          `export OS_PROJECT_DOMAIN_ID=${shellQuoted(project.domain.id)}`,
        ]
      : ['export OS_SYSTEM_SCOPE=all']),
    `export OS_REGION_NAME=${shellQuoted(region)}`,
    'export OS_INTERFACE=public',
    'export OS_IDENTITY_API_VERSION=3',
    'echo "Please enter the OpenStack password: "',
    'read -sr OS_PASSWORD_INPUT',
    'export OS_PASSWORD=$OS_PASSWORD_INPUT',
    '',
  ].join('\n')
