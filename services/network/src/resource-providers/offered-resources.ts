import { ReportedResources } from '@nimbo/contracts/network/reported-resources'
import Value from 'typebox/value'

/** Whether an agent's configurations name bandwidth or packet rates that its host offers. */
export const offersResources = (configurations: unknown): configurations is ReportedResources =>
  Value.Check(ReportedResources, configurations)
