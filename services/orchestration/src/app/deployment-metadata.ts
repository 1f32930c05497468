import * as rows from '../db/software.ts'
import type { HeatApp } from './app.ts'

type Values = Readonly<Record<string, unknown>>

/** All software deployments of a server, each with the values of its inputs. */
export const metadataOf = async (
  app: HeatApp,
  projectId: string,
  serverId: string,
): Promise<readonly Values[]> => {
  const found = (await rows.listDeployments(app.db, projectId, serverId)).filter(
    ({ config_id }) => config_id !== '',
  )
  const all: Values[] = []
  for (const { config_id, input_values, project_id, id } of found) {
    const config = await rows.findConfig(app.db, project_id, config_id)
    if (!config) continue
    const values: Values = JSON.parse(app.sealing.open(input_values))
    const inputs = JSON.parse(app.sealing.open(config.inputs)).map((input: Values) => ({
      ...input,
      value: values[String(input.name)] ?? input.value ?? input.default ?? '',
    }))
    all.push({
      ...{
        id: config.id,
        name: config.name,
        group: config.group_name,
        creation_time: config.created_at,
        deployment_id: id,
      },
      ...{
        config: JSON.parse(app.sealing.open(config.config)),
        inputs,
        outputs: JSON.parse(config.outputs),
        options: JSON.parse(config.options),
      },
    })
  }
  return all
}
