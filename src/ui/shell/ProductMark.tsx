// How does the product show itself before anything else is loaded? By its picture and its name.
import styles from './signIn.module.css'

export function ProductMark({ title }: { title: string }) {
  return (
    <span className={styles.product}>
      <img src="/icon.svg" alt="" width={28} height={28} />
      {title}
    </span>
  )
}
