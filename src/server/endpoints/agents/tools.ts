// What an agent may do with an API key: read lists, and ask, try and propose manifests.
// Each tool runs the call that a page would make: same permission, row scope, masks and shares.
import type { Tool } from '@modelcontextprotocol/server'
import { explain, explainableNames } from '../../../manifest/access/explain'
import { firstItem } from '../../../manifest/expression/values/present'
import { inEnglish } from '../../../manifest/problems/print'
import { didYouMean } from '../../../manifest/problems/suggest'
import type { ListRequest } from '../../../protocol/calls'
import { RequestError } from '../../../protocol/requestError'
import { heldRoles, rightsOfCodes } from '../../migration/plan/rightsByRole'
import { matrixLines, rightsMatrix } from '../../migration/plan/rightsMatrix'
import { authorize, isPermitted } from '../../auth/authorize'
import type { ChangedFile } from '../../workers/tasks'
import type { RequestContext } from '../contract/operation'
import { readShape } from '../contract/readShape'
import { toolShapes, type ToolName } from '../contract/requestSchemas'
import { readList } from '../lists/list'
import { assessChange, assessmentAnswer } from '../manifests/assessment'
import { compileBeside } from '../manifests/compileManifests'
import { propose, type Proposal } from '../manifests/proposals'
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
    title: 'Explain a screen or an entity, or the rights of roles',
    description: [
      'What is derived for an address, an entity or a module: permissions, columns, actions, states, rules;',
      'with role, the name of a role of the database, also what of it that role may use.',
      'With matrix instead of name: which role may open, read and run what, of all roles or of that role.',
    ].join(' '),
    administrators: true,
    run: explanationFor,
  },
  check: {
    title: 'Check manifests',
    description: `Problems with file, line and suggestion, and warnings. Without files it checks those in use. ${filesHelp}`,
    administrators: true,
    run: async ({ server, queryOwner }, input) => {
      const { files = [] } = input as { files?: ChangedFile[] }
      const compiled = await compileBeside(server.configuration.schemasDir, files, { account: queryOwner.account })
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
    run: async ({ server, queryOwner }, input) => {
      const { files, complete } = input as { files: ChangedFile[]; complete?: boolean }
      return assessmentAnswer(await assessChange(server, files, { account: queryOwner.account, complete }), server)
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

async function explanationFor({ app, server }: RequestContext, input: unknown): Promise<unknown> {
  const { name, role, matrix } = input as { name?: string; role?: string; matrix?: boolean }
  if ((name === undefined) !== (matrix === true)) throw new RequestError('parameters_invalid')
  const all = role === undefined && name !== undefined ? [] : await heldRoles(server.database.owner.query, app)
  const roles = role === undefined ? all : all.filter((held) => held.role === role)
  if (role !== undefined && roles.length === 0)
    throw unknownElement(
      role,
      all.map((held) => held.role),
    )
  if (name === undefined) {
    const rights = rightsMatrix(app, roles)
    return { roles: roles.map((held) => held.role), rights, explanation: matrixLines(rights, roles).join('\n') }
  }
  const named = role === undefined ? undefined : { name: role, rights: rightsOfCodes(app, firstItem(roles).codes) }
  const explanation = explain(app, name, named)
  if (explanation === undefined) throw unknownElement(name, explainableNames(app))
  return { explanation }
}

const unknownElement = (name: string, names: readonly string[]): RequestError =>
  new RequestError('element_not_found', { name, suggestion: didYouMean(name, names) ?? '' })
