export class Call {
  constructor(configuration) {
    this.connection = new RTCPeerConnection(configuration)
    this.channel = this.connection.createDataChannel('chat')
    this.channel.onopen = () => this.flush()
    this.outbox = []
  }

  send(message) {
    try {
      this.channel.send(message)
    } catch (err) {
      if (err.name === 'InvalidStateError') {
        this.outbox.push(message)
        return
      }
      this.channel.send(message)
    }
  }

  flush() {
    while (this.outbox.length > 0) {
      try {
        this.channel.send(this.outbox[0])
        this.outbox.shift()
      } catch (err) {
        console.warn('buffer is full', err)
      }
    }
  }

  async renegotiate() {
    const transaction = this.connection.getTransceivers()
    try {
      await this.connection.setLocalDescription()
    } catch (err) {
      await this.connection.setLocalDescription({ type: 'rollback' })
      await this.renegotiate()
    }
    transaction.forEach(async ({ sender }) => {
      await sender.replaceTrack(null)
    })
  }

  close() {
    this.channel.close()
    this.connection.close()
    this.channel.send('bye')
  }
}
