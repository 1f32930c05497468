import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { MaybeText, open, project, Text } from './words.ts'

export const showBuildInfo = operation({
  id: 'build_info.show',
  method: 'GET',
  path: `${project}/build_info`,
  summary: 'Show which build answers',
  rule: 'build_info:build_info',
  on,
  replies: { 200: open({ api: open({ revision: Text }), engine: open({ revision: Text }) }) },
})

export const listEngines = operation({
  id: 'services.list',
  method: 'GET',
  path: `${project}/services`,
  summary: 'List the engines',
  rule: 'service:index',
  on,
  replies: {
    200: open({
      services: Type.Array(
        open({
          id: Text,
          hostname: Text,
          host: Text,
          binary: Text,
          engine_id: Text,
          topic: Text,
          status: Text,
          report_interval: Type.Integer(),
          created_at: Text,
          updated_at: MaybeText,
          deleted_at: MaybeText,
        }),
      ),
    }),
  },
})
