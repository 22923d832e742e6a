// Describes all calls that a caller may make as an OpenAPI 3.1 document.
// A pure function of the App and the caller's rights.
import type { Endpoint } from '../../../manifest/model/app'
import type { CatalogMessage } from '../../../manifest/expression/message'
import { linkPath } from '../../../protocol/fileCalls'
import { refusals } from '../../../protocol/refusals/catalog'
import type { RefusalEntry } from '../../../protocol/refusals/entry'
import { codes } from '../../../protocol/envelope'
import type { Viewer } from '../../context/callerRules'
import { callerText } from '../../context/phrases'
import { stepsInSlices } from '../../workers/timeSlices'
import { requestShapes, type ShapedPath } from '../contract/requestSchemas'
import { answerOfCall, type AnswerSchema } from './answerSchemas'
import { callTitle, descriptionWord, type DerivedPath, type CallTag } from './callTitles'
import { describeApp, recordSchema, type DescribedApp } from './describedApp'
import { endpointOperation, formBody } from './endpointSchemas'
import { requestOf } from './requestVariants'
import { closedObject, reference, sharedSchemas, type JsonSchema } from './valueSchemas'

/** A call that exists, whether derived or declared. */
export interface DescribedCall {
  readonly method: string
  readonly path: string
  /** Absent: a derived call. */
  readonly endpoint?: Endpoint
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: JsonSchema
  readonly tags: readonly JsonSchema[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly [kind: string]: JsonSchema
  }
  readonly [key: string]: unknown
}

/** @param calls those that the caller may make at all, in the order of the description */
export const openApiDocument = (viewer: Viewer, calls: readonly DescribedCall[]): Promise<OpenApiDocument> =>
  stepsInSlices(documentSteps(viewer, calls))

/** Yields often: all screens and entities of a product are long work. */
function* documentSteps(viewer: Viewer, calls: readonly DescribedCall[]): Generator<void, OpenApiDocument> {
  const { app } = viewer
  const described = yield* describeApp(viewer)
  // The call that opens records answers all of these, which would be one long step.
  if (calls.some(({ path }) => path === '/api/record'))
    for (const { name } of described.opened) {
      recordSchema(described, name)
      yield
    }
  const word = (message: CatalogMessage) => callerText(viewer, message)
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const call of calls) {
    const operation = call.endpoint
      ? declaredOperation(described, call.endpoint)
      : derivedOperation(described, call.path as DerivedPath, word)
    if (operation) (paths[call.path] ??= {})[call.method.toLowerCase()] = operation
    yield
  }
  const used = new Set(
    Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags as CallTag[])),
  )
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base',
    info: {
      title: described.schemas.titleOf(app.product.title),
      version: app.revision,
      description: word(descriptionWord('introduction')),
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }, { session: [] }],
    tags: [...used].map((name) => ({ name, description: word(descriptionWord(name)) })),
    paths,
    components: {
      schemas: { ...sharedSchemas, Refusal: refusalSchema(viewer), ...sorted(described.components) },
      parameters: { Language: languageParameter(app.product.languages, word) },
      responses: { Failure: failureResponse(word) },
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: word(descriptionWord('api_key')) },
        session: { type: 'apiKey', in: 'header', name: 'X-Token', description: word(descriptionWord('session')) },
      },
    },
  }
}

type Word = (message: CatalogMessage) => string

const sorted = (components: ReadonlyMap<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1)))

function languageParameter(languages: readonly string[], word: Word): JsonSchema {
  return {
    name: 'X-Language',
    in: 'header',
    schema: { type: 'string', enum: languages },
    description: word(descriptionWord('language')),
  }
}

function failureResponse(word: Word): JsonSchema {
  return {
    description: word(descriptionWord('outside_failure')),
    content: { 'application/json': { schema: reference('Refusal') } },
  }
}

function refusalSchema(viewer: Viewer): JsonSchema {
  const all = Object.entries<RefusalEntry>(refusals)
  const { refused, forbidden, signedOut, failed } = codes
  return closedObject(
    {
      code: { enum: [refused, forbidden, signedOut, failed] },
      key: {
        oneOf: all.map(([key, { texts, status }]) => ({
          const: key,
          title: callerText(viewer, { catalog: 'refusals', key, texts, arguments: {} }),
          'x-status': status,
        })),
      },
      msg: { type: 'string' },
      hint: { type: 'string' },
      data: {},
    },
    ['code', 'key', 'msg', 'data'],
  )
}

function derivedOperation(described: DescribedApp, path: DerivedPath, word: Word): JsonSchema | undefined {
  const request = isShaped(path) ? requestOf(described, path) : undefined
  if (isShaped(path) && !request) return undefined
  const isAddress = path === '/api/thumbnail'
  const isForm = path === '/api/uploads/append'
  return {
    operationId: path.replace(/^\/api\/|\.json$/g, '').replace(/\/(\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: word(callTitle(path)),
    tags: [tagOf(path)],
    parameters: [
      parameterNamed('Language'),
      ...(isAddress ? queryParameters(request!) : []),
      ...(path === linkPath ? [keyOfLink] : []),
    ],
    ...(request &&
      !isAddress && { requestBody: { required: true, content: { 'application/json': { schema: request } } } }),
    ...(isForm && { requestBody: formBody(pieceFields) }),
    responses: responsesOf(answerOfCall(described, path), word),
  }
}

const keyOfLink = { name: 'key', in: 'query', required: true, schema: { type: 'string' } }

const pieceFields = {
  type: 'object',
  properties: { id: { type: 'string' }, offset: { type: 'integer', minimum: 0 } },
  required: ['id', 'offset', 'file'],
}

function declaredOperation(described: DescribedApp, endpoint: Endpoint): JsonSchema {
  const word = (message: CatalogMessage) => callerText(described.viewer, message)
  const { answer, parameters, requestBody } = endpointOperation(described, endpoint)
  return {
    operationId: endpoint.name,
    summary: described.schemas.titleOf(endpoint.title),
    tags: ['declared' satisfies CallTag],
    parameters: [parameterNamed('Language'), ...parameters],
    ...(requestBody && { requestBody }),
    responses: responsesOf(answer, word),
  }
}

const parameterNamed = (name: string) => ({ $ref: `#/components/parameters/${name}` })

const isShaped = (path: DerivedPath): path is ShapedPath => Object.hasOwn(requestShapes, path)

function queryParameters({ properties, required }: JsonSchema): JsonSchema[] {
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[] | undefined)?.includes(name) ?? false,
    schema,
  }))
}

function responsesOf(answer: AnswerSchema, word: Word): JsonSchema {
  const success =
    'data' in answer
      ? [
          closedObject({ code: { const: codes.success }, msg: { type: 'string' }, data: answer.data }, [
            'code',
            'msg',
            'data',
          ]),
        ]
      : []
  return {
    200: {
      description: word(descriptionWord('success')),
      content: {
        ...('file' in answer && { [answer.file]: {} }),
        'application/json': { schema: { anyOf: [...success, reference('Refusal')] } },
      },
    },
    default: { $ref: '#/components/responses/Failure' },
  }
}

const tags: readonly (readonly [prefix: string, tag: CallTag])[] = [
  ['/api/notes', 'notes'],
  ['/api/exchange', 'exchange'],
  ['/api/export', 'exchange'],
  ['/api/report', 'reports'],
  ['/api/calendar', 'reports'],
  ['/api/dashboard', 'reports'],
  ['/api/screen', 'screens'],
  ['/api/entity', 'screens'],
  ['/api/openapi', 'screens'],
  ['/api/boot', 'account'],
  ['/api/entry', 'account'],
  ['/api/events', 'account'],
  ['/api/integration', 'account'],
  ['/api/factors', 'account'],
  ['/api/signIn', 'account'],
  ['/api/preference', 'account'],
]

const tagOf = (path: string): CallTag => tags.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'records'
