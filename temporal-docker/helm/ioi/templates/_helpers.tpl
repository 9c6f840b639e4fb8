{{- define "ioi.labels" -}}
app.kubernetes.io/name: ioi
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "ioi.metadata" -}}
name: {{ .root.Release.Name }}-{{ .component }}
labels:
  {{- include "ioi.labels" . | nindent 2 }}
  app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
  helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{/* DRAIN_SECONDS and 45 s: a process that is killed earlier loses requests. */}}
{{- define "ioi.graceSeconds" -}}
{{ add (int (dig "DRAIN_SECONDS" 5 .Values.settings)) 45 }}
{{- end }}

{{- define "ioi.metricsPort" -}}
{{ dig "METRICS_PORT" 9464 .Values.settings }}
{{- end }}

{{/* The pod of a component, which runs the command of that name. */}}
{{- define "ioi.pod" -}}
{{- $values := .root.Values -}}
{{- $secrets := list (dict "is" $values.secrets.service "at" "service") -}}
{{- if eq .component "migrate" }}{{ $secrets = append $secrets (dict "is" $values.secrets.owner "at" "owner") }}{{ end -}}
{{- $tls := $values.secrets.temporalTls -}}
{{- $isJob := has .component (list "migrate" "make-current") -}}
metadata:
  labels:
    {{- include "ioi.labels" . | nindent 4 }}
  {{- with $values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ $values.serviceAccountName }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ include "ioi.graceSeconds" .root }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  {{- with $values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ .component }}
      image: "{{ $values.image.repository }}:{{ $values.image.tag | default .root.Chart.AppVersion }}"
      imagePullPolicy: {{ $values.image.pullPolicy }}
      command: [node, cli/run.mjs, {{ .component }}]
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      env:
        - { name: HOST, value: 0.0.0.0 }
        - { name: PORT, value: '3000' }
        - { name: METRICS_PORT, value: {{ include "ioi.metricsPort" .root | quote }} }
        {{- range $name, $value := omit $values.settings "METRICS_PORT" }}
        - { name: {{ $name }}, value: {{ $value | toString | quote }} }
        {{- end }}
        {{- range $secret := $secrets }}
        {{- if $secret.is.name }}
        {{- range $secret.is.keys }}
        - { name: {{ . }}_FILE, value: /run/secrets/{{ $secret.at }}/{{ . }} }
        {{- end }}
        {{- end }}
        {{- end }}
        {{- if $tls.name }}
        {{- range $name, $key := dict "TEMPORAL_TLS_CA_FILE" "ca.crt" "TEMPORAL_TLS_CERT_FILE" "tls.crt" "TEMPORAL_TLS_KEY_FILE" "tls.key" }}
        {{- if has $key $tls.keys }}
        - { name: {{ $name }}, value: /run/secrets/temporal/{{ $key }} }
        {{- end }}
        {{- end }}
        {{- end }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        {{- range $secret := $secrets }}
        {{- if $secret.is.name }}
        - { name: {{ $secret.at }}, mountPath: /run/secrets/{{ $secret.at }}, readOnly: true }
        {{- end }}
        {{- end }}
        {{- if $tls.name }}
        - { name: temporal, mountPath: /run/secrets/temporal, readOnly: true }
        {{- end }}
        {{- with $values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- if not $isJob }}
      ports:
        {{- if eq .component "api" }}
        - { name: http, containerPort: 3000 }
        {{- end }}
        - { name: metrics, containerPort: {{ include "ioi.metricsPort" .root }} }
      # A process serves all its health checks on METRICS_PORT; an API's are on its own port, too.
      startupProbe:
        httpGet: { path: /healthz, port: metrics }
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /healthz, port: metrics }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        {{- if eq .component "api" }}
        httpGet: { path: {{ $values.api.readinessPath }}, port: http }
        {{- else }}
        httpGet: { path: /readyz, port: metrics }
        {{- end }}
        periodSeconds: 2
        timeoutSeconds: 5
        failureThreshold: 2
      resources:
        {{- toYaml (index $values .component).resources | nindent 8 }}
      {{- end }}
  volumes:
    - { name: tmp, emptyDir: { sizeLimit: 256Mi } }
    {{- range $secret := $secrets }}
    {{- if $secret.is.name }}
    - name: {{ $secret.at }}
      secret:
        secretName: {{ $secret.is.name }}
        defaultMode: 0440
        items:
          {{- range $secret.is.keys }}
          - { key: {{ . }}, path: {{ . }} }
          {{- end }}
    {{- end }}
    {{- end }}
    {{- if $tls.name }}
    - name: temporal
      secret: { secretName: {{ $tls.name }}, defaultMode: 0440 }
    {{- end }}
    {{- with $values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- if $isJob }}
  restartPolicy: Never
  {{- else }}
  topologySpreadConstraints:
    {{- $labels := include "ioi.labels" . }}
    {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- $labels | nindent 10 }}
    {{- end }}
  {{- end }}
  {{- with $values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
