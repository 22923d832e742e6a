// The customer list, written by hand for this one screen: search form, state tabs, table with actions, sums and pages.
import { App, Button, Card, Col, DatePicker, Dropdown, Form, Input, Row, Select, Space, Table, Tabs, Tag } from 'antd'
import type { TableColumnsType } from 'antd'
import type { Dayjs } from 'dayjs'
import dayjs from 'dayjs'
import { useEffect, useState } from 'react'
import type { ListAnswer, RecordData, RefValue } from '../../../../src/protocol/calls'
import type { CustomerQuery } from '../../server/twinList'
import { readCustomers, readGuides } from './api'

const states: Record<string, { text: string; color: string }> = {
  following: { text: '跟进中', color: 'blue' },
  deal: { text: '已成交', color: 'green' },
}
const sources: Record<string, string> = {
  walkIn: '自然进店',
  referral: '老客户转介绍',
  telemarketing: '电话营销',
  community: '小区推广',
  online: '线上网络',
  livestream: '直播',
  designer: '设计师推荐',
  decoration: '家装公司',
}
const intents: Record<string, string> = { A: 'A 高', B: 'B 中', C: 'C 低', D: 'D 无' }
const buttons: Record<string, string> = {
  edit: '编辑',
  'follow.create': '写跟进',
  'order.create': '新增订单',
  'transfer.applyCustomer': '申请转移',
  lose: '流失',
  release: '退回公海',
}
const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))
const moment = (value: unknown) => (typeof value === 'string' ? dayjs(value).format('YYYY-MM-DD HH:mm') : '')
const money = (value: unknown) => Number(value ?? 0).toLocaleString('zh', { minimumFractionDigits: 2 })
const label = (value: unknown) => (value as RefValue | null)?.label ?? ''

interface Search {
  name?: string
  mobile?: string
  source?: string
  intent?: string
  guide?: number
  state?: string
  created?: [Dayjs, Dayjs]
}

export default function CustomerList() {
  const { message } = App.useApp()
  const [form] = Form.useForm<Search>()
  const [query, setQuery] = useState<CustomerQuery>({ page: 1, size: 20 })
  const [answer, setAnswer] = useState<ListAnswer>({})
  const [counts, setCounts] = useState<ListAnswer>({})
  const [loading, setLoading] = useState(true)
  const [selected, setSelected] = useState<React.Key[]>([])
  const [guides, setGuides] = useState<{ id: number; name: string }[]>([])

  useEffect(() => {
    const abort = new AbortController()
    setLoading(true)
    const failed = (error: Error) => {
      if (!abort.signal.aborted) void message.error(error.message)
    }
    readCustomers({ ...query, total: true }, abort.signal)
      .then(setAnswer, failed)
      .finally(() => {
        if (!abort.signal.aborted) setLoading(false)
      })
    // Counts and sums must not keep the rows waiting.
    readCustomers({ ...query, rows: false, tabs: true, sums: true }, abort.signal).then(setCounts, failed)
    return () => abort.abort()
  }, [query, message])

  const search = ({ created, ...values }: Search) =>
    setQuery({
      ...values,
      size: query.size,
      page: 1,
      createdFrom: created?.[0].startOf('day').toISOString(),
      createdTo: created?.[1].endOf('day').toISOString(),
    })
  const run = (name: string, record: RecordData) => void message.info(`${buttons[name]} ${record.label}`)
  const offerGuides = (open: boolean) => {
    if (open && guides.length === 0) readGuides().then(setGuides, (error: Error) => void message.error(error.message))
  }

  const columns: TableColumnsType<RecordData> = [
    { title: '编号', dataIndex: ['values', 'no'], width: 140, fixed: 'left' },
    { title: '姓名', dataIndex: ['values', 'name'], width: 90 },
    { title: '手机', dataIndex: ['values', 'mobile'], width: 120 },
    { title: '客户来源', dataIndex: ['values', 'source'], width: 110, render: (source: string) => sources[source] },
    {
      title: '意向等级',
      dataIndex: ['values', 'intent'],
      width: 80,
      render: (intent: string) => <Tag>{intents[intent]}</Tag>,
    },
    { title: '导购', dataIndex: ['values', 'guide'], width: 90, render: label },
    { title: '设计师', dataIndex: ['values', 'designer'], width: 90, render: label },
    { title: '跟进次数', dataIndex: ['values', 'followCount'], width: 80, align: 'right' },
    { title: '最近跟进', dataIndex: ['values', 'lastFollowAt'], width: 140, render: moment },
    { title: '下次跟进', dataIndex: ['values', 'nextFollowAt'], width: 140, render: moment, sorter: true },
    { title: '订单数', dataIndex: ['values', 'orderCount'], width: 80, align: 'right' },
    { title: '净收', dataIndex: ['values', 'netReceived'], width: 110, align: 'right', render: money },
    {
      title: '状态',
      dataIndex: 'state',
      width: 90,
      render: (state: string) => <Tag color={states[state]?.color}>{states[state]?.text}</Tag>,
    },
    {
      title: '操作',
      key: 'actions',
      width: 200,
      fixed: 'right',
      render: (_, record) => {
        const [first, second, ...rest] = record.can.filter((name) => buttons[name])
        return (
          <Space size={4}>
            {[first, second].map(
              (name) =>
                name && (
                  <Button key={name} type="link" size="small" onClick={() => run(name, record)}>
                    {buttons[name]}
                  </Button>
                ),
            )}
            {rest.length > 0 && (
              <Dropdown
                menu={{
                  items: rest.map((name) => ({ key: name, label: buttons[name] })),
                  onClick: ({ key }) => run(key, record),
                }}
              >
                <Button type="link" size="small">
                  更多
                </Button>
              </Dropdown>
            )}
          </Space>
        )
      },
    },
  ]
  return (
    <Card size="small">
      <Form form={form} onFinish={search} layout="inline" style={{ marginBottom: 8 }}>
        <Row gutter={[8, 8]} style={{ width: '100%' }}>
          <Col span={6}>
            <Form.Item name="name" label="姓名">
              <Input allowClear />
            </Form.Item>
          </Col>
          <Col span={6}>
            <Form.Item name="mobile" label="手机">
              <Input allowClear />
            </Form.Item>
          </Col>
          <Col span={6}>
            <Form.Item name="source" label="客户来源">
              <Select allowClear options={optionsOf(sources)} />
            </Form.Item>
          </Col>
          <Col span={6}>
            <Form.Item name="intent" label="意向等级">
              <Select allowClear options={optionsOf(intents)} />
            </Form.Item>
          </Col>
          <Col span={6}>
            <Form.Item name="guide" label="导购">
              <Select
                allowClear
                showSearch
                optionFilterProp="label"
                onOpenChange={offerGuides}
                options={guides.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Form.Item>
          </Col>
          <Col span={6}>
            <Form.Item name="state" label="状态">
              <Select allowClear options={optionsOf({ following: '跟进中', deal: '已成交' })} />
            </Form.Item>
          </Col>
          <Col span={6}>
            <Form.Item name="created" label="创建时间">
              <DatePicker.RangePicker />
            </Form.Item>
          </Col>
          <Col span={6}>
            <Space>
              <Button type="primary" htmlType="submit">
                查询
              </Button>
              <Button
                onClick={() => {
                  form.resetFields()
                  search({})
                }}
              >
                重置
              </Button>
            </Space>
          </Col>
        </Row>
      </Form>
      <Tabs
        size="small"
        activeKey={query.state ?? 'all'}
        onChange={(key) => setQuery({ ...query, state: key === 'all' ? undefined : key, page: 1 })}
        items={[
          { key: 'all', label: '全部' },
          ...Object.entries(states).map(([key, { text }]) => ({ key, label: `${text} ${counts.tabs?.[key] ?? ''}` })),
        ]}
      />
      <Table<RecordData>
        rowKey="id"
        size="small"
        loading={loading}
        columns={columns}
        dataSource={answer.rows as RecordData[] | undefined}
        rowSelection={{ selectedRowKeys: selected, onChange: setSelected }}
        scroll={{ x: 1500 }}
        pagination={{
          current: query.page,
          pageSize: query.size,
          total: answer.total?.count,
          showSizeChanger: true,
          showTotal: (count) => `共 ${count} 条`,
        }}
        onChange={({ current, pageSize }, _filters, sorter) => {
          const { field, order } = Array.isArray(sorter) ? ({} as { field?: undefined; order?: undefined }) : sorter
          setQuery({
            ...query,
            page: current,
            size: pageSize,
            sort: order && Array.isArray(field) ? 'nextFollowAt' : undefined,
            ascending: order === 'ascend',
          })
        }}
        summary={() => (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0} colSpan={12}>
              合计
            </Table.Summary.Cell>
            <Table.Summary.Cell index={12} align="right">
              {money(counts.sums?.netReceived)}
            </Table.Summary.Cell>
            <Table.Summary.Cell index={13} colSpan={2} />
          </Table.Summary.Row>
        )}
      />
    </Card>
  )
}
