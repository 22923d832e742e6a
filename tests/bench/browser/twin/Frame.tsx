// The frame of the hand-written page: side menu, head with the person, and the screen.
import { App, Breadcrumb, Button, Layout, Menu, Space } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { readUser, type User } from './api'

const titles: Record<string, string> = {
  '/customer/CustomerList': '客户列表',
  '/bench/Customers': '客户（不保留）',
  '/bench/CustomersKept': '客户（保留）',
  '/bench/Survey': '现场勘察',
  '/bench/Cutting': '拆单',
}
const items = [
  {
    key: 'customer',
    label: '客户',
    children: [{ key: '/customer/CustomerList', label: <Link to="/customer/CustomerList">客户列表</Link> }],
  },
  {
    key: 'bench',
    label: '测量',
    children: [
      { key: '/bench/Survey', label: <Link to="/bench/Survey">现场勘察</Link> },
      { key: '/bench/Cutting', label: <Link to="/bench/Cutting">拆单</Link> },
      { key: '/bench/Customers', label: <Link to="/bench/Customers">客户（不保留）</Link> },
      { key: '/bench/CustomersKept', label: <Link to="/bench/CustomersKept">客户（保留）</Link> },
    ],
  },
]

export function Frame() {
  const { pathname } = useLocation()
  const { message } = App.useApp()
  const [user, setUser] = useState<User>()
  useEffect(() => {
    readUser().then(setUser, (error: Error) => void message.error(error.message))
  }, [message])
  return (
    <Layout style={{ minHeight: '100vh' }}>
      <Layout.Sider theme="light" width={200}>
        <Menu mode="inline" items={items} selectedKeys={[pathname]} defaultOpenKeys={['customer', 'bench']} />
      </Layout.Sider>
      <Layout>
        <Layout.Header
          style={{
            background: '#fff',
            display: 'flex',
            justifyContent: 'space-between',
            alignItems: 'center',
            padding: '0 16px',
          }}
        >
          <Breadcrumb items={[{ title: '首页' }, { title: titles[pathname] }]} />
          <Space>
            <span>{user?.dealer}</span>
            <Button type="text">{user?.name}</Button>
          </Space>
        </Layout.Header>
        <Layout.Content style={{ padding: 12 }}>
          {user && (
            <Suspense>
              <Outlet />
            </Suspense>
          )}
        </Layout.Content>
      </Layout>
    </Layout>
  )
}
