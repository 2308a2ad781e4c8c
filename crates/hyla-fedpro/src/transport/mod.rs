//! Where bytes come from: TCP, TLS, WebSocket.
