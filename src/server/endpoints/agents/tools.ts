// What an agent may do with an API key: read lists, and ask, try and propose manifests.
// Each tool runs the call that a page would make: same permission, row scope, masks and shares.
import type { Tool } from '@modelcontextprotocol/server'
import { explain, explainableNames } from '../../../manifest/access/explain'
import type { App } from '../../../manifest/model/app'
import { inEnglish } from '../../../manifest/problems/print'
import { didYouMean } from '../../../manifest/problems/suggest'
import type { ListRequest } from '../../../protocol/calls'
import { RequestError } from '../../../protocol/requestError'
import { authorize, isPermitted } from '../../auth/authorize'
import type { ChangedFile } from '../../workers/tasks'
import type { RequestContext } from '../contract/operation'
import { readShape } from '../contract/readShape'
import { toolShapes, type ToolName } from '../contract/requestSchemas'
import { readList } from '../lists/list'
import { assessChange, assessmentAnswer } from './assessment'
import { compileBeside } from './compileManifests'
import { propose, type Proposal } from './proposals'
import { withoutOwnWords } from '../openapi/requestShapes'

interface AgentTool {
  readonly title: string
  readonly description: string
  /** Whether only administrators may use it: manifests show every right and every rule. */
  readonly administrators: boolean
  /** Whether it writes a record. */
  readonly changes?: boolean
  readonly run: (context: RequestContext, input: unknown) => Promise<unknown>
}

const filesHelp =
  'Files replace those of the folder by their path, such as order/order.entity.json; text null takes one away.'

const tools: Readonly<Record<ToolName, AgentTool>> = {
  query: {
    title: 'Read a list',
    description: [
      'Records of a list screen by its address, with words to search, filters and sort, at most 50 at once.',
      'The answer holds only what the account of the key may read.',
    ].join(' '),
    administrators: false,
    run: (context, input) =>
      readList(context, { size: 20, ...(input as ListRequest), want: { rows: true, total: 'capped' } }),
  },
  explain: {
    title: 'Explain a screen or an entity',
    description: 'What is derived for an address, an entity or a module: permissions, columns, actions, states, rules.',
    administrators: true,
    run: async ({ app }, input) => explanationOf(app, (input as { name: string }).name),
  },
  check: {
    title: 'Check manifests',
    description: `Problems with file, line and suggestion, and warnings. Without files it checks those in use. ${filesHelp}`,
    administrators: true,
    run: async ({ server, asker }, input) => {
      const { files = [] } = input as { files?: ChangedFile[] }
      const compiled = await compileBeside(server.configuration.schemasDir, files, { account: asker.account })
      return 'problems' in compiled
        ? { sound: false, problems: inEnglish(compiled.problems), warnings: [] }
        : { sound: true, problems: [], warnings: inEnglish(compiled.warnings) }
    },
  },
  plan: {
    title: 'Plan a change of manifests',
    description: [
      'What a change would mean: what comes, goes and changes, which role of the database gains or loses what,',
      `which records it touches or is refused for, and a verdict. Nothing is written. ${filesHelp}`,
      'With complete they are the whole folder, and what is not among them goes.',
    ].join(' '),
    administrators: true,
    run: async ({ server, asker }, input) => {
      const { files, complete } = input as { files: ChangedFile[]; complete?: boolean }
      return assessmentAnswer(await assessChange(server, files, { account: asker.account, complete }), server)
    },
  },
  propose: {
    title: 'Propose a change of manifests',
    description: `Keeps a change with its plan until an administrator takes it over or leaves it. ${filesHelp}`,
    administrators: true,
    changes: true,
    run: (context, input) => propose(context, input as Proposal),
  },
}

/** The tools that the caller may use, as the protocol describes them. */
export function toolsFor({ app, caller }: Pick<RequestContext, 'app' | 'caller'>): Tool[] {
  return (Object.keys(tools) as ToolName[])
    .filter((name) => name !== 'propose' || app.product.proposals !== undefined)
    .filter((name) => !tools[name].administrators || isPermitted(caller, [app.access.administratorPermission]))
    .map((name) => ({
      name,
      title: tools[name].title,
      description: tools[name].description,
      inputSchema: withoutOwnWords(toolShapes[name]) as Tool['inputSchema'],
      annotations: { readOnlyHint: tools[name].changes !== true, openWorldHint: false },
    }))
}

/**
 * @throws RequestError for an unknown tool, without the right, for a wrong input, and as the call of a page does
 */
export async function runTool(context: RequestContext, name: string, input: unknown): Promise<unknown> {
  if (!isTool(name)) throw new RequestError('tool_not_found', { tool: name })
  const tool = tools[name]
  if (tool.administrators) authorize(context.app, context.caller, [context.app.access.administratorPermission])
  return tool.run(context, readShape(name, input))
}

const isTool = (name: string): name is ToolName => Object.hasOwn(tools, name)

function explanationOf(app: App, name: string): { readonly explanation: string } {
  const explanation = explain(app, name)
  if (explanation === undefined)
    throw new RequestError('element_not_found', { name, suggestion: didYouMean(name, explainableNames(app)) ?? '' })
  return { explanation }
}
