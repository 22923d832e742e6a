// The table of five hundred parts, written by hand: antd's table, which draws what is in sight, with an input in each
// cell, and sums below.
import { Button, Card, Form, Input, InputNumber, Select, Table } from 'antd'
import type { TableColumnsType } from 'antd'
import { memo, useCallback, useMemo, useState } from 'react'

interface Part {
  readonly key: number
  readonly partNo: string
  readonly name: string
  readonly material: string
  readonly colour: string
  readonly edge: string
  readonly length: number
  readonly width: number
  readonly thickness: number
  readonly qty: number
  readonly price: number
}

const choices = Array.from({ length: 12 }, (_, at) => ({ value: `c${at + 1}`, label: `选项${at + 1}` }))
const areaOf = (part: Part) => Math.round((part.length * part.width * part.qty) / 1_000) / 1_000
const amountOf = (part: Part) => Math.round(areaOf(part) * part.price * 100) / 100

function parsed(text: string): Part[] {
  return text.split('\n').map((line, key) => {
    const [partNo = '', name = '', material = '', colour = '', edge = '', length, width, thickness, qty, price] =
      line.split('\t')
    const code = (label: string) => choices.find((choice) => choice.label === label)?.value ?? ''
    return {
      key,
      partNo,
      name,
      material: code(material),
      colour: code(colour),
      edge,
      length: Number(length),
      width: Number(width),
      thickness: Number(thickness),
      qty: Number(qty),
      price: Number(price),
    }
  })
}

type Change = (key: number, name: keyof Part, value: unknown) => void
const TextCell = memo(({ part, name, onChange }: { part: Part; name: keyof Part; onChange: Change }) => (
  <Input
    variant="borderless"
    value={String(part[name])}
    onChange={(event) => onChange(part.key, name, event.target.value)}
  />
))
const NumberCell = memo(({ part, name, onChange }: { part: Part; name: keyof Part; onChange: Change }) => (
  <InputNumber
    variant="borderless"
    controls={false}
    value={part[name] as number}
    onChange={(value) => onChange(part.key, name, value ?? 0)}
  />
))
const ChoiceCell = memo(({ part, name, onChange }: { part: Part; name: keyof Part; onChange: Change }) => (
  <Select
    variant="borderless"
    style={{ width: '100%' }}
    value={part[name] as string}
    options={choices}
    onChange={(value) => onChange(part.key, name, value)}
  />
))

export default function CuttingGrid() {
  const [parts, setParts] = useState<readonly Part[]>([])
  const change = useCallback<Change>(
    (key, name, value) => setParts((all) => all.map((part) => (part.key === key ? { ...part, [name]: value } : part))),
    [],
  )
  const columns = useMemo<TableColumnsType<Part>>(() => {
    const text = (name: keyof Part, title: string) => ({
      key: name,
      title,
      width: 130,
      render: (_: unknown, part: Part) => <TextCell part={part} name={name} onChange={change} />,
    })
    const number = (name: keyof Part, title: string) => ({
      key: name,
      title,
      width: 90,
      render: (_: unknown, part: Part) => <NumberCell part={part} name={name} onChange={change} />,
    })
    const choice = (name: keyof Part, title: string) => ({
      key: name,
      title,
      width: 120,
      render: (_: unknown, part: Part) => <ChoiceCell part={part} name={name} onChange={change} />,
    })
    return [
      text('partNo', '部件号'),
      text('name', '名称'),
      choice('material', '材质'),
      choice('colour', '花色'),
      text('edge', '封边'),
      number('length', '长'),
      number('width', '宽'),
      number('thickness', '厚'),
      number('qty', '数量'),
      number('price', '单价'),
      { key: 'area', title: '面积', width: 90, render: (_, part) => areaOf(part).toFixed(3) },
      { key: 'amount', title: '金额', width: 110, render: (_, part) => amountOf(part).toFixed(2) },
    ]
  }, [change])
  return (
    <Form layout="vertical">
      <Card size="small" title="拆单">
        <Form.Item name="name" label="名称">
          <Input />
        </Form.Item>
        <div
          className="grid"
          onPaste={(event) => {
            if (event.clipboardData.getData('text/plain').includes('\n')) {
              event.preventDefault()
              setParts(parsed(event.clipboardData.getData('text/plain')))
            }
          }}
        >
          <Button
            onClick={() =>
              setParts((all) => [
                ...all,
                {
                  key: all.length,
                  partNo: '',
                  name: '',
                  material: '',
                  colour: '',
                  edge: '',
                  length: 0,
                  width: 0,
                  thickness: 0,
                  qty: 1,
                  price: 0,
                },
              ])
            }
          >
            添加
          </Button>
          <Table<Part>
            virtual
            size="small"
            columns={columns}
            dataSource={parts as Part[]}
            pagination={false}
            scroll={{ x: 1_300, y: 520 }}
          />
        </div>
        <p>
          总面积 {parts.reduce((sum, part) => sum + areaOf(part), 0).toFixed(3)} 总金额{' '}
          {parts.reduce((sum, part) => sum + amountOf(part), 0).toFixed(2)}
        </p>
      </Card>
    </Form>
  )
}
