// Describes the calls that manifests declare:
// fields of the request, and declared fields of the answer.
import type { Endpoint } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'
import type { AnswerSchema } from './answerSchemas'
import type { DescribedApp } from './describedApp'
import { answeredValue, givenValue, type JsonSchema } from './valueSchemas'

interface DescribedEndpoint {
  readonly parameters: readonly JsonSchema[]
  readonly requestBody?: JsonSchema
  readonly answer: AnswerSchema
}

/** Operations that take a form with files, or answer with one. */
const formOperation = 'upload'
const fileOperation = 'download'

export function endpointOperation(described: DescribedApp, endpoint: Endpoint): DescribedEndpoint {
  const fields = Object.values(endpoint.request)
  const answer =
    endpoint.operation === fileOperation
      ? { file: 'application/octet-stream' }
      : { data: answeredFields(described, Object.values(endpoint.response)) }
  if (endpoint.method === 'GET') return { parameters: queryFields(described, fields), answer }
  return { parameters: [], requestBody: bodyOf(described, endpoint, fields), answer }
}

/** Unknown names are ignored: clients of a specification send some. */
function askedFields({ schemas }: DescribedApp, fields: readonly Field[]): JsonSchema {
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, givenValue(field, schemas)])),
    ...(required.length > 0 && { required }),
  }
}

function answeredFields({ schemas }: DescribedApp, fields: readonly Field[]): JsonSchema {
  if (fields.length === 0) return {}
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, openValue(field, schemas)])),
  }
}

/** Lines of a declared answer may have more than is declared. */
function openValue(field: Field, schemas: DescribedApp['schemas']): JsonSchema {
  const value = answeredValue(field, schemas)
  if (field.type !== 'lines') return value
  const { additionalProperties: _, ...items } = value.items as Record<string, unknown>
  return { ...value, items }
}

function queryFields({ schemas }: DescribedApp, fields: readonly Field[]): JsonSchema[] {
  return fields.map((field) => ({
    name: field.name,
    in: 'query',
    required: field.required,
    schema: givenValue(field, schemas, { required: true }),
  }))
}

function bodyOf(described: DescribedApp, { operation }: Endpoint, fields: readonly Field[]): JsonSchema {
  const body = askedFields(described, fields)
  return operation === formOperation
    ? formBody(body)
    : { required: true, content: { 'application/json': { schema: body } } }
}

/** A form with these fields and a file. */
export function formBody(fields: JsonSchema): JsonSchema {
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          ...fields,
          properties: {
            ...(fields.properties as object),
            file: { type: 'string', contentMediaType: 'application/octet-stream' },
          },
        },
      },
    },
  }
}
