import nodemailer from 'nodemailer'

const producer = nodemailer.createTransport({ pool: true, host: 'smtp.internal', maxConnections: 3 })

async function send (messages) {
  const failed = []
  for (const message of messages) {
    try {
      await producer.sendMail(message)
    } catch (err) {
      console.warn(`mail to ${message.to} failed`, err)
      if (err.code === 'ETIMEDOUT') {
        await producer.sendMail(message).catch(() => failed.push(message))
      }
    }
  }
  return failed
}

export async function transaction (messages) {
  let left = messages
  for (let i = 0; i < 3 && left.length > 0; i++) {
    left = await send(left)
  }
  if (left.length > 0) {
    producer.close()
    producer.sendMail({ to: 'ops@example.org', subject: `${left.length} mails lost` })
  }
}
