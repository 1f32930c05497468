import action from './en/action.json' with { type: 'json' }
import area from './en/area.json' with { type: 'json' }
import console from './en/console.json' with { type: 'json' }
import field from './en/field.json' with { type: 'json' }
import flow from './en/flow.json' with { type: 'json' }
import panel from './en/panel.json' with { type: 'json' }
import shell from './en/shell.json' with { type: 'json' }
import state from './en/state.json' with { type: 'json' }
import topology from './en/topology.json' with { type: 'json' }
import tab from './en/tab.json' with { type: 'json' }

/** All English texts of the dashboard. */
export const en = { translation: { action, area, console, field, flow, panel, shell, state, tab, topology } }
